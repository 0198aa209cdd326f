import type { OldFault } from './old-fault.ts';

/** Faults that only a backend of somebody else's shows. */
export const foreignFaults: OldFault[] = [
  {
    name: 'a post that was there before stands for a later text of the same words',
    breaks: /was written 2 times, and published 1$/,
    changes: [
      {
        file: 'src/data/outbox/send-outbox.ts',
        find: 'if (!entry.idsBefore) before = { idsBefore: seen.ids,',
        replace: 'if (!entry.idsBefore) before = { idsBefore: [],',
      },
    ],
  },
  {
    name: 'a lost post is sent again without a look at the own list',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/data/outbox/send-outbox.ts',
        find: "const mustLook = entry.work.kind === 'publish' && !transport.knowsKeys;",
        replace: 'const mustLook = false;',
      },
    ],
  },
  {
    name: 'a text that is taken back in doubt goes without waiting for its first call',
    breaks: /^Published twice|without words that its author was told are/,
    changes: [
      {
        file: 'src/data/outbox/outbox-entry.ts',
        find: "state: { name: 'waiting', notBefore: 0, heldUntil },\n    isInDoubt: true,",
        replace: "state: { name: 'waiting', notBefore: 0, heldUntil: 0 * heldUntil },\n    isInDoubt: true,",
      },
    ],
  },
  {
    name: 'an image that the backend adds makes a post another',
    breaks: /^Published twice|^Asked in vain/,
    changes: [
      {
        file: 'src/data/outbox/find-published-by-text.ts',
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
        file: 'src/data/outbox/find-published-by-text.ts',
        find: "if (listed.content === undefined) return content === '' ? 'yes' : 'perhaps';",
        replace: "if (listed.content === undefined) return 'no';",
      },
      {
        file: 'src/data/outbox/find-published-by-text.ts',
        find: 'const isUnsure = !isWhole || (hasUnknown && idsBefore !== undefined);',
        replace: 'const isUnsure = !isWhole || (hasUnknown && idsBefore === null);',
      },
    ],
  },
  {
    name: 'a corrected text in doubt is another post',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/data/outbox/outbox-entry.ts',
        find: 'if (!sent) return newEntry(userId, work);',
        replace: 'if (!sent || !isSameText(sent.post, post)) return newEntry(userId, work);',
      },
    ],
  },
  {
    name: 'an own list that nobody answers holds the outbox for ever',
    breaks: /^Waits for ever/,
    changes: [
      {
        file: 'src/data/api/own-posts.ts',
        find: "const answer = client.get(new URL(next), { cache: 'no-store', signal });",
        replace: "const answer = client.get(new URL(next), { cache: 'no-store', ...(!signal && { signal }) });",
      },
    ],
  },
  {
    name: "a login in another tab brings the new token beside the old author's id",
    breaks: / names .*, and nobody is logged in|^Version 1 of .* is by/,
    changes: [
      {
        file: 'src/data/session/session.ts',
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
        file: 'src/data/api/write-posts.ts',
        find: '...(isOwnBackend && { [ownHeaders.idempotencyKey]: idempotencyKey }),',
        replace: '[ownHeaders.idempotencyKey]: idempotencyKey,',
      },
    ],
  },
];
