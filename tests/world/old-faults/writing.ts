import type { OldFault } from './old-fault.ts';

export const writingFaults: OldFault[] = [
  {
    name: 'a second sender does not wait for the first one',
    breaks: /^Two send at once|^Published twice/,
    changes: [
      {
        file: 'src/writing/sender/send-waiting.ts',
        find: 'Promise<Sent> =>\n  withLock(lockName, async () => {',
        replace: 'Promise<Sent> =>\n  ((_: string, work: () => Promise<Sent>) => work())(lockName, async () => {',
      },
    ],
  },
  {
    name: 'a page that is hidden saves nothing',
    breaks: /^Lost: .* which was saved/,
    changes: [
      {
        file: 'src/writing/forms/keep-while-shown.ts',
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
        file: 'src/writing/forms/keep-while-shown.ts',
        find: "  addEventListener('pagehide', leave);\n",
        replace: '',
      },
    ],
    guards: [
      {
        file: 'src/writing/forms/keep-while-shown.ts',
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
        file: 'src/writing/sender/own-backend.ts',
        find: '[ownHeaders.idempotencyKey]: base ? call.key : id }',
        replace: '[ownHeaders.idempotencyKey]: call.key.slice(11) + Date.now().toString(16) }',
      },
    ],
  },
  {
    name: 'a write that is redirected or answered by a web page counts as done',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/device/calls/client.ts',
        find: "client.extend({ redirect: 'manual' })",
        replace: 'client.extend({})',
      },
      {
        file: 'src/device/calls/client.ts',
        find: "request.method !== 'GET' && isRedirected(response)",
        replace: "response.type === 'error' && isRedirected(response)",
      },
      {
        file: 'src/device/calls/client.ts',
        find: '(response.ok || response.status === 404) && isWebPage(response)',
        replace: "request.method === 'GET' && response.ok && isWebPage(response)",
      },
      {
        file: 'src/writing/sender/own-backend.ts',
        find: 'const post = v.parse(writtenSchema, await response.json());',
        replace: `const post = await response.json().then(
      (written: unknown) => v.parse(writtenSchema, written),
      () => ({ etag: 'none', version: 1, _id: 'none' }) as v.InferOutput<typeof writtenSchema>,
    );`,
      },
    ],
  },
  {
    name: 'a call without an answer counts as done',
    breaks: /^Lost/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/writing/sender/send-waiting.ts',
        find: "if (answer.kind === 'no answer') return answer;\n    const text",
        replace:
          "if (answer.kind === 'no answer') {\n      await playEvent(record.id, { kind: 'done', key: call.key, etag: '\"1\"' });\n      return answer;\n    }\n    const text",
      },
    ],
  },
  {
    name: 'a call that nobody answers blocks the sender for ever',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: [
      {
        file: 'src/writing/sender/own-backend.ts',
        find: 'signal: AbortSignal.timeout(longestSendingMs(textOfCall(call))),',
        replace: 'signal: new AbortController().signal,',
      },
    ],
  },
  {
    name: 'a draft stays after it was submitted',
    breaks: /^Published twice|draft .*all the same/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/writing/record/record-forms.ts',
        find: '{ ...next, draft: undefined, hold: undefined, pending }',
        replace: '{ ...next, hold: undefined, pending }',
      },
    ],
  },
  {
    name: 'a form loses its last words when another tab takes over its text',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/forms/form-text.ts',
        find: '      await settled();\n      await typing.stopWriting();\n',
        replace:
          "      typing.stored(draft().typed.rev);\n      shown.set({ ...shown.get(), status: 'taken over' });\n",
      },
    ],
  },
  {
    name: 'the words of a form are dropped once another form has saved newer ones',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/record/form-drafts.ts',
        find: 'take(next) ?? take(copyOf(next))',
        replace: 'take(next)',
      },
    ],
  },
  {
    name: 'a call whose sender died is never repeated',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: [
      {
        file: 'src/writing/record/record-store.ts',
        find: '({ pending, hold }: PostRecord): boolean => pending !== undefined && !hold;',
        replace:
          '({ pending, hold, unanswered }: PostRecord): boolean =>\n  pending !== undefined && !hold && !unanswered.some(({ key }) => key === pending.key);',
      },
    ],
  },
  {
    name: 'a login in another tab changes token and user in two steps',
    breaks: /names .*, and nobody is logged in/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/session/session.ts',
        find: "if (now.token !== '' && !isCurrent(now)) session.set(now);",
        replace:
          "if (now.token !== '' && now.token !== session.get().token) session.set({ ...session.get(), token: now.token });",
      },
      {
        file: 'src/writing/sender/own-backend.ts',
        find: '...(userId !== null && { [ownHeaders.author]: userId }),',
        replace: '',
      },
    ],
  },
  {
    name: 'a page that is left keeps no backup of its text',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/forms/form-text.ts',
        find: 'const location = typing.backUp();',
        replace: "const location = 'device';",
      },
    ],
  },
  {
    name: 'the server stores a key and its post in separate transactions',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/server/posts/publish-post.ts',
        find: 'return db.transaction().execute(async (work) => {\n    await expectMayWrite(work, author);\n    // Another',
        replace:
          'return db.connection().execute(async (connection) => {\n    const work = connection as unknown as StoreTransaction;\n    // Another',
      },
    ],
  },
  {
    name: 'the server ignores the keys of new posts',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/server/posts/publish-post.ts',
        find: 'const earlier = keyed && (await findIdempotencyKey(db, keyed));',
        replace: "const earlier = keyed?.key === '' ? await findIdempotencyKey(db, keyed) : undefined;",
      },
      {
        file: 'src/server/posts/publish-post.ts',
        find: 'if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at });',
        replace: '',
      },
    ],
  },
  {
    name: 'a transaction that is aborted counts as done',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/device/storage/record-database.ts',
        find: "transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));",
        replace: 'transaction.onabort = () => resolve();',
      },
    ],
  },
  {
    name: 'a form that is left stores no backup in its tab',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/forms/shown-form.ts',
        find: '    stop();\n    text.leave();\n',
        replace: '    stop();\n',
      },
      {
        file: 'src/writing/forms/typed-text.ts',
        find: "show(isQuotaExceeded(failure) ? 'no room' : 'impossible');",
        replace: "shown.set({ post: typed.text, status: 'impossible' });",
      },
    ],
  },
  {
    name: 'a backup that session storage refuses is dropped',
    breaks: /^Lost/,
    changes: [{ file: 'src/device/storage/tab-storage.ts', find: 'memory.set(key, value);', replace: '' }],
  },
  {
    name: 'a page that can store nothing asks for a lock to send, which is refused',
    breaks: /^Waits for ever/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/device/storage/with-lock.ts',
        find: '(keepsNothing.get() ? undefined : navigator.locks)',
        replace: 'navigator.locks',
      },
    ],
  },
  {
    name: 'an author is told that a text whose record is gone is published',
    breaks: /^Lost|is not published, though its author was told so/,
    changes: [
      {
        file: 'src/writing/forms/form-button.ts',
        find: "      return { kind: 'not kept' };\n    }\n    const progress",
        replace: "      return { kind: 'taken' };\n    }\n    const progress",
      },
      {
        file: 'src/writing/forms/form-button.ts',
        find: '      text.decide(text.shown.get().post, topOf(text.opened));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a text is lost if the storage is deleted while it is sent',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/forms/form-button.ts',
        find: '      text.decide(text.shown.get().post, topOf(text.opened));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a text is published under another key than before',
    breaks: /^Published twice/,
    changes: [
      {
        file: 'src/writing/sender/own-backend.ts',
        find: '[ownHeaders.idempotencyKey]: base ? call.key : id }',
        replace: '[ownHeaders.idempotencyKey]: call.key }',
      },
    ],
  },
  {
    name: 'the backup of a closed page is ignored',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/record/form-drafts.ts',
        find: 'if (record) all.set(record.id, record);',
        replace: '',
      },
    ],
  },
  {
    name: 'a backup becomes a draft although its words are stored',
    breaks: /^Published twice|draft .*all the same/,
    changes: [
      {
        file: 'src/writing/record/form-drafts.ts',
        find: 'if (stored && (hasWords(stored, typed) || start.rev >= typed.rev)) return stored;',
        replace: '',
      },
    ],
  },
  {
    name: 'a record forgets the forms that wrote it',
    breaks: /^Published twice|draft .*all the same/,
    changes: [
      {
        file: 'src/writing/record/record-forms.ts',
        find: 'forms: [...record.forms.filter((each) => each.form !== form), { form, rev }].slice(-mostForms),',
        replace: 'forms: [],',
      },
    ],
  },
  {
    name: 'the words of a form are dropped if another form has saved more often',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/record/form-drafts.ts',
        find: 'if (stored && (hasWords(stored, typed) || start.rev >= typed.rev)) return stored;',
        replace: 'if (stored && stored.rev >= typed.rev) return stored;',
      },
    ],
  },
  {
    name: 'a form takes no lock',
    breaks: /^Lost|^Published twice|all the same|overwrites/,
    changes: [
      {
        file: 'src/writing/forms/form-lock.ts',
        find: 'if (!navigator.locks) return Promise',
        replace: 'if (navigator) return Promise',
      },
    ],
  },
  {
    name: 'a form that is left keeps its lock',
    breaks: /^Waits for ever/,
    changes: [
      {
        file: 'src/writing/forms/shown-form.ts',
        find: 'void text.settled().finally(held.lock.release);',
        replace: 'void text.settled();',
      },
    ],
  },
  {
    name: 'records that an event creates are not stored',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/record/record-store.ts',
        find: '[step.record, ...(step.created ?? [])]',
        replace: '[step.record]',
      },
    ],
  },
  {
    name: 'a call without an answer is not repeated',
    breaks: /^Waits for ever/,
    changes: [
      {
        file: 'src/writing/sender/start-sender.ts',
        find: "      if (sent.kind === 'no answer') plan(0);\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a text that never gets through holds up all others',
    breaks: /which never gets through, holds up/,
    changes: [
      {
        file: 'src/writing/sender/send-waiting.ts',
        find: "if (isSecond || sent.why !== 'silence') break;",
        replace: 'break;',
      },
    ],
  },
  {
    name: 'a login does not send the texts that wait for it',
    breaks: /^Waits for ever .*needs login/,
    changes: [
      {
        file: 'src/writing/sender/send-waiting.ts',
        find: "if (hold?.kind === 'login') await",
        replace: "if (hold?.kind === 'login' && id === '') await",
      },
    ],
  },
  {
    name: 'Undo submits a draft that nobody had submitted',
    breaks: /and nobody has pressed Create Blog/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: 'if (!discarded.wasPending || userId === null)',
        replace: 'if (userId === null)',
      },
    ],
  },
  {
    name: 'a text is submitted in two steps',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/forms/form-text.ts',
        find: "const step = await playEvent(id, { kind: 'submitted', ...submitting }, opened);",
        replace:
          "await playEvent(id, { kind: 'typed', ...submitting, text: submitting.from }, opened);\n  submitting.rev = typing.submitting().rev;\n  const step = await playEvent(id, { kind: 'submitted', ...submitting }, opened);",
      },
    ],
  },
];
