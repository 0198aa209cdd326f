import type { OldFault } from './old-fault.ts';

/** Faults that only a foreign backend reveals. */
export const foreignFaults: OldFault[] = [
  {
    name: 'the app mistakes an older post with the same words for the published text',
    breaks: /was written 2 times, and published 1$/,
    changes: {
      'src/writing/sender/foreign-backend.ts': { 'posts.filter(({ _id }) => !before?.ids.includes(_id))': 'posts' },
    },
  },
  {
    name: "the app sends a lost post again without reading the author's own list",
    breaks: /^Published twice/,
    changes: {
      'src/writing/sender/foreign-backend.ts': {
        "if (base) return { kind: 'clear' };": "if (base || userId) return { kind: 'clear' };",
      },
    },
  },
  {
    name: 'the app looks for the post of a lost call before the call can have arrived',
    breaks: /^Published twice|without words that its author was told are/,
    changes: { 'src/writing/sender/foreign-backend.ts': { 'const ms = doubt ? waitMs(doubt) : 0;': 'const ms = 0;' } },
  },
  {
    name: 'the app does not recognise a post to which the backend added an image',
    breaks: /^Published twice|^Asked in vain/,
    changes: {
      'src/writing/sender/foreign-backend.ts': {
        "if (content === '' && listed.imgUrl !== undefined && imgUrl !== '' && plain(listed.imgUrl) !== imgUrl) return 'no';":
          "if (listed.imgUrl !== undefined && plain(listed.imgUrl) !== imgUrl) return 'no';",
      },
    },
  },
  {
    name: 'the app concludes from posts without content that its post was not published',
    breaks: /^Published twice/,
    changes: {
      'src/writing/sender/foreign-backend.ts': {
        "if (listed.content === undefined) return content === '' ? 'yes' : 'perhaps';":
          "if (listed.content === undefined) return 'no';",
        "    isUnknown ||= !sent.some((text) => isAlike(post, text) === 'yes');\n": '',
      },
    },
  },
  {
    name: 'withdrawing a text removes its unanswered call from the record',
    breaks: /^Published twice/,
    changes: {
      'src/writing/record/record-line.ts': {
        'const rest: PostRecord = { ...record, pending: undefined, hold: undefined };':
          'const rest: PostRecord = { ...record, unanswered: [], pending: undefined, hold: undefined };',
        'const below = mayHaveArrived(record, text) ? text : newestSent(record);': 'const below = newestSent(rest);',
      },
    },
  },
  {
    name: 'the app concludes from the start of a list that its post was not published',
    breaks: /^Published twice/,
    changes: {
      'src/writing/sender/foreign-backend.ts': {
        'let isUnknown = !isWhole || !before?.isWhole;': 'let isUnknown = false;',
      },
    },
  },
  {
    name: 'the app publishes a corrected text beside the earlier text without asking',
    breaks: /^Published twice/,
    changes: {
      'src/writing/record/record-table.ts': {
        "if (base?.etag === '' && pending.kind === 'text') {": "if (base?.etag === '-' && pending.kind === 'text') {",
      },
    },
  },
  {
    name: "a text is sent while another text's call is unanswered",
    breaks: /^Published twice|was written 2 times/,
    changes: {
      'src/writing/sender/foreign-backend.ts': {
        'const doubt = own.find(isInDoubt);': 'const doubt = isInDoubt(record) ? record : undefined;',
      },
    },
  },
  {
    name: "an unanswered call for the author's own list blocks the outbox for ever",
    breaks: /^Waits for ever/,
    changes: {
      'src/writing/sender/own-post-calls.ts': {
        'const answer = readingClient.get(new URL(next), { cache, signal });':
          'const answer = readingClient.get(new URL(next), { cache, ...(!signal && { signal }) });',
      },
    },
  },
  {
    name: "a login in another tab combines the new token with the old author's id",
    breaks: / names .*, and nobody is logged in|^Version 1 of .* is by/,
    changes: {
      'src/session/session.ts': {
        "if (now.token !== '' && !isCurrent(now)) session.set(now);":
          "if (now.token !== '' && now.token !== session.get().token) session.set({ ...session.get(), token: now.token });",
      },
    },
  },
  {
    name: 'the app sends a foreign backend a header of our own backend',
    breaks: /^Waits for ever/,
    isQuicklyFound: true,
    changes: {
      'src/writing/sender/foreign-backend.ts': {
        'const headers = token === null ? {} : {': "const headers = { 'Idempotency-Key': record.id,",
      },
    },
  },
];
