import type { OldFault } from './old-fault.ts';

/** Faults that only a foreign backend reveals. */
export const foreignFaults: OldFault[] = [
  {
    name: 'a post that was there before stands for a later text of the same words',
    breaks: /was written 2 times, and published 1$/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: 'posts.filter(({ _id }) => !before?.ids.includes(_id))',
        replace: 'posts',
      },
    ],
  },
  {
    name: 'a lost post is sent again without a look at the own list',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: "if (base) return { kind: 'clear' };",
        replace: "if (base || userId) return { kind: 'clear' };",
      },
    ],
  },
  {
    name: 'what became of a call is looked for before it can have arrived',
    breaks: /^Published twice|without words that its author was told are/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: 'const ms = doubt ? waitMs(doubt) : 0;',
        replace: 'const ms = 0;',
      },
    ],
  },
  {
    name: 'an image that the backend adds makes a post another',
    breaks: /^Published twice|^Asked in vain/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: "if (content === '' && listed.imgUrl !== undefined && imgUrl !== '' && plain(listed.imgUrl) !== imgUrl) return 'no';",
        replace: "if (listed.imgUrl !== undefined && plain(listed.imgUrl) !== imgUrl) return 'no';",
      },
    ],
  },
  {
    name: 'a list without the content has none of the posts',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: "if (listed.content === undefined) return content === '' ? 'yes' : 'perhaps';",
        replace: "if (listed.content === undefined) return 'no';",
      },
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: "    isUnknown ||= !sent.some((text) => isAlike(post, text) === 'yes');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a text that is taken back forgets the call in doubt',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/writing/record/record-line.ts',
        find: 'const rest: PostRecord = { ...record, pending: undefined, hold: undefined };',
        replace: 'const rest: PostRecord = { ...record, unanswered: [], pending: undefined, hold: undefined };',
      },
      {
        file: 'src/writing/record/record-line.ts',
        find: 'const below = mayHaveArrived(record, text) ? text : newestSent(record);',
        replace: 'const below = newestSent(rest);',
      },
    ],
  },
  {
    name: 'a list that was not read to its end has no post of the words',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: 'let isUnknown = !isWhole || !before?.isWhole;',
        replace: 'let isUnknown = false;',
      },
    ],
  },
  {
    name: 'a corrected text is published beside the earlier one without asking',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: "if (base?.etag === '' && pending.kind === 'text') {",
        replace: "if (base?.etag === '-' && pending.kind === 'text') {",
      },
    ],
  },
  {
    name: 'a text is sent while another is in doubt',
    breaks: /^Published twice|was written 2 times/,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: 'const doubt = own.find(isInDoubt);',
        replace: 'const doubt = isInDoubt(record) ? record : undefined;',
      },
    ],
  },
  {
    name: 'an own list that nobody answers holds the outbox for ever',
    breaks: /^Waits for ever/,
    changes: [
      {
        file: 'src/writing/sender/own-post-calls.ts',
        find: 'const answer = readingClient.get(new URL(next), { cache, signal });',
        replace: 'const answer = readingClient.get(new URL(next), { cache, ...(!signal && { signal }) });',
      },
    ],
  },
  {
    name: "a login in another tab brings the new token beside the old author's id",
    breaks: / names .*, and nobody is logged in|^Version 1 of .* is by/,
    changes: [
      {
        file: 'src/session/session.ts',
        find: "if (now.token !== '' && !isCurrent(now)) session.set(now);",
        replace:
          "if (now.token !== '' && now.token !== session.get().token) session.set({ ...session.get(), token: now.token });",
      },
    ],
  },
  {
    name: "another's backend is sent a header of the own one",
    breaks: /^Waits for ever/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/writing/sender/foreign-backend.ts',
        find: 'const headers = token === null ? {} : {',
        replace: "const headers = { 'Idempotency-Key': record.id,",
      },
    ],
  },
];
