import type { OldFault } from './old-fault.ts';

export const writingFaults: OldFault[] = [
  {
    name: 'a second sender does not look whether another is sending',
    breaks: /^Two send at once|^Published twice/,
    changes: [
      {
        file: 'src/data/outbox/send-outbox.ts',
        find: 'return withLock(lockNames.outbox, async () => {',
        replace:
          'return ((_: string, work: () => Promise<Map<string, EntryOutcome>>) => work())(lockNames.outbox, async () => {',
      },
    ],
  },
  {
    name: 'a page that is put away saves nothing',
    breaks: /^Lost: .* which was saved/,
    changes: [
      {
        file: 'src/data/drafts/keep-while-shown.ts',
        find: "  document.addEventListener('visibilitychange', leaveHidden);\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a page that is closed saves nothing',
    breaks: /^Lost: .* which was saved/,
    changes: [
      {
        file: 'src/data/drafts/keep-while-shown.ts',
        find: "  addEventListener('pagehide', leave);\n",
        replace: '',
      },
    ],
    guards: [
      {
        file: 'src/data/drafts/keep-while-shown.ts',
        find: "  document.addEventListener('visibilitychange', leaveHidden);\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a write is repeated under another key',
    breaks: /^Published twice/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/api/write-posts.ts',
        find: '...(isOwnBackend && { [ownHeaders.idempotencyKey]: idempotencyKey }),',
        replace:
          '...(isOwnBackend && { [ownHeaders.idempotencyKey]: idempotencyKey.slice(11) + Date.now().toString(16) }),',
      },
    ],
  },
  {
    name: 'a redirected write, and a web page, count as taken',
    breaks: /^Lost/,
    changes: [
      { file: 'src/data/api/client.ts', find: "client.extend({ redirect: 'manual' })", replace: 'client.extend({})' },
      {
        file: 'src/data/api/client.ts',
        find: '(response.ok || response.status === 404) && isWebPage(response)',
        replace: "request.method === 'GET' && response.ok && isWebPage(response)",
      },
      {
        file: 'src/data/api/write-posts.ts',
        find: 'if (isOwnBackend) return answer.json(createdSchema);',
        replace: '',
      },
    ],
  },
  {
    name: 'an entry without an answer leaves the outbox',
    breaks: /^Lost/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/outbox/apply-outcome.ts',
        find: "    case 'outdated':\n    case 'unanswered':",
        replace: "    case 'unanswered':\n      await removeEntry(id);\n      break;\n    case 'outdated':",
      },
    ],
  },
  {
    name: 'a call that nobody answers holds the outbox for ever',
    breaks: /^Waits for ever .*\(sending\)/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/outbox/transport.ts',
        find: 'const signal = AbortSignal.timeout(longestSending(work.post));',
        replace: 'const { signal } = new AbortController();',
      },
    ],
  },
  {
    name: 'the draft stays beside the entry that it became',
    breaks: /^Published twice|draft .*all the same/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/drafts/drafts.ts',
        find: 'return { put: { [endedKey(id)]: ended }, remove: [draftKey(id)] };',
        replace: 'return { put: { [endedKey(id)]: ended }, remove: [] };',
      },
    ],
  },
  {
    name: 'unsaved words are older than whatever another tab saves later',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/drafts/draft-line.ts',
        find: 'if (!line || !others) return',
        replace: 'if (line || !line || !others) return',
      },
    ],
  },
  {
    name: 'an autosave stores the draft again while it is submitted',
    breaks: /^Published twice|draft .*all the same/,
    changes: [
      {
        file: 'src/data/drafts/draft-autosave.ts',
        find: 'if (keeper.isSubmitted || (timer === undefined && !isToRetry)) return turn;',
        replace: '',
      },
    ],
  },
  {
    name: 'an entry whose sender died is never sent again',
    breaks: /^Waits for ever .*\(sending\)/,
    changes: [
      {
        file: 'src/data/outbox/send-outbox.ts',
        find: "    case 'sending':\n      return true;",
        replace: "    case 'sending':\n      return false;",
      },
    ],
  },
  {
    name: 'a login in another tab is seen in two steps',
    breaks: /names .*, and nobody is logged in/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/session/session.ts',
        find: "if (now.token !== '' && !isCurrent(now)) session.set(now);",
        replace:
          "if (now.token !== '' && now.token !== session.get().token) session.set({ ...session.get(), token: now.token });",
      },
      {
        file: 'src/data/api/write-posts.ts',
        find: 'isOwnBackend && author !== null ? { [ownHeaders.author]: author } : {};',
        replace: 'author === null ? {} : {};',
      },
    ],
  },
  {
    name: 'a page that is left keeps no backup of its text',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/drafts/draft-autosave.ts',
        find: "const lies = isTaken || isOnDevice(shown.get().status) ? 'device' : backUp();\n    void flush();",
        replace: "const lies = 'device';",
      },
    ],
  },
  {
    name: 'the server stores a key apart from its post',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/server/domain/write-posts.ts',
        find: 'return db.transaction().execute(async (work) => {\n    await expectMayWrite(work, lockRows, author);\n    // Another',
        replace:
          'return db.connection().execute(async (connection) => {\n    const work = connection as unknown as StoreTransaction;\n    // Another',
      },
    ],
  },
  {
    name: 'the server knows no key',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/server/domain/write-posts.ts',
        find: 'const earlier = keyed && (await findIdempotencyKey(db, keyed));',
        replace: "const earlier = keyed?.key === '' ? await findIdempotencyKey(db, keyed) : undefined;",
      },
      {
        file: 'src/server/domain/write-posts.ts',
        find: 'if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at });',
        replace: '',
      },
    ],
  },
  {
    name: 'the worker caches nothing',
    breaks: /without a network has|does not show the list/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/worker/reading.ts',
        find: "if (!ticket) return { response, outcome: Promise.resolve('failed') };",
        replace: "if (!ticket || asking) return { response, outcome: Promise.resolve('not to be stored') };",
      },
    ],
  },
  {
    name: 'a transaction that is aborted counts as done',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/storage/records.ts',
        find: "transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));",
        replace: 'transaction.onabort = () => resolve();',
      },
    ],
  },
  {
    name: 'a form that is left puts nothing aside in its tab',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/drafts/draft-form.ts',
        find: 'function leave({ autosave, release }: DraftInForm): void {\n  autosave.leave();',
        replace: 'function leave({ autosave, release }: DraftInForm): void {',
      },
      {
        file: 'src/data/drafts/draft-autosave.ts',
        find: 'shown.set({ post: saved.post, status, ...(!isOnDevice(status) && { backup: backUp() }) });',
        replace: 'shown.set({ post: saved.post, status });',
      },
    ],
  },
  {
    name: 'what session storage does not take is dropped',
    breaks: /^Lost/,
    changes: [{ file: 'src/data/storage/tab-storage.ts', find: 'memory.set(key, value);', replace: '' }],
  },
  {
    name: 'what a page is given to remember, where nothing is stored, is dropped',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/storage/records.ts',
        find: 'put: (key, record) => void records.set(key, structuredClone(record)),',
        replace: 'put: () => undefined,',
      },
    ],
  },
  {
    name: 'what waits where nothing is stored asks for a lock, which is refused there',
    breaks: /^Waits for ever/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/storage/with-lock.ts',
        find: '(keepsNothing.get() ? undefined : navigator.locks)',
        replace: 'navigator.locks',
      },
    ],
  },
  {
    name: 'a post whose entry is gone is told to be published',
    breaks: /^Lost|is not published, though its author was told so/,
    changes: [
      {
        file: 'src/data/outbox/submit.ts',
        find: 'return elsewhere.isTaken() ?',
        replace: "return elsewhere.isTaken() || entry.work.kind === 'publish' ?",
      },
    ],
  },
  {
    name: 'a text is lost whose storage is deleted while it is sent',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/outbox/submit.ts',
        find: '  if (!(await isLost(entry, draft))) return false;',
        replace: '  if (!(await isLost(entry, draft)) || draft.id) return false;',
      },
    ],
  },
  {
    name: 'a post that waits stays in its form',
    breaks: /^Published twice/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/outbox/submit-form.ts',
        find: 'ends.some((end) => end === result);',
        replace: "ends.some((end) => end === result && end !== 'waiting');",
      },
    ],
  },
];
