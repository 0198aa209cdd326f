import type { OldFault } from './old-fault.ts';

export const writingFaults: OldFault[] = [
  {
    name: 'two senders send at the same time',
    breaks: /^Two send at once|^Published twice/,
    changes: {
      'src/writing/sender/send-waiting.ts': {
        'Promise<Sent> =>\n  withLock(lockName, async () => {':
          'Promise<Sent> =>\n  ((_: string, work: () => Promise<Sent>) => work())(lockName, async () => {',
      },
    },
  },
  {
    name: 'a page saves nothing when it is hidden',
    breaks: /^Lost: .* which was saved/,
    changes: {
      'src/writing/forms/keep-while-shown.ts': {
        "  document.addEventListener('visibilitychange', leaveHidden);\n": '',
      },
    },
  },
  {
    name: 'a page saves nothing when it is closed',
    breaks: /^Lost: .* which was saved/,
    changes: { 'src/writing/forms/keep-while-shown.ts': { "  addEventListener('pagehide', leave);\n": '' } },
    guards: {
      'src/writing/forms/keep-while-shown.ts': {
        "  document.addEventListener('visibilitychange', leaveHidden);\n": '',
      },
    },
  },
  {
    name: 'a write is repeated with another idempotency key',
    breaks: /^Published twice/,
    isQuicklyFound: true,
    changes: {
      'src/writing/sender/own-backend.ts': {
        '[ownHeaders.idempotencyKey]: base ? call.key : id }':
          '[ownHeaders.idempotencyKey]: call.key.slice(11) + Date.now().toString(16) }',
      },
    },
  },
  {
    name: 'the app mistakes a redirect or a web page for the confirmation of a write',
    breaks: /^Lost/,
    changes: {
      'src/device/calls/client.ts': {
        "client.extend({ redirect: 'manual' })": 'client.extend({})',
        "request.method !== 'GET' && isRedirected(response)": "response.type === 'error' && isRedirected(response)",
        '(response.ok || response.status === 404) && isWebPage(response)':
          "request.method === 'GET' && response.ok && isWebPage(response)",
      },
      'src/writing/sender/own-backend.ts': {
        'const post = v.parse(writtenSchema, await response.json());': `const post = await response.json().then(
      (written: unknown) => v.parse(writtenSchema, written),
      () => ({ etag: 'none', version: 1, _id: 'none' }) as v.InferOutput<typeof writtenSchema>,
    );`,
      },
    },
  },
  {
    name: 'the app handles a call without an answer as confirmed',
    breaks: /^Lost/,
    isQuicklyFound: true,
    changes: {
      'src/writing/sender/send-waiting.ts': {
        "if (answer.kind === 'no answer') return answer;\n    const text":
          "if (answer.kind === 'no answer') {\n      await applyEvent(record.id, { kind: 'done', key: call.key, etag: '\"1\"' });\n      return answer;\n    }\n    const text",
      },
    },
  },
  {
    name: 'an unanswered call blocks the sender for ever',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: {
      'src/writing/sender/own-backend.ts': {
        'signal: AbortSignal.timeout(maxSendingMs(textOfCall(call))),': 'signal: new AbortController().signal,',
      },
    },
  },
  {
    name: 'a draft stays after it was submitted',
    breaks: /^Published twice|draft .*all the same/,
    isQuicklyFound: true,
    changes: {
      'src/writing/record/record-forms.ts': {
        '{ ...next, draft: undefined, hold: undefined, pending }': '{ ...next, hold: undefined, pending }',
      },
    },
  },
  {
    name: 'a form loses its last words when another tab takes over its text',
    breaks: /^Lost/,
    changes: {
      'src/writing/forms/form-text.ts': {
        '      await settled();\n      await typing.stopWriting();\n':
          "      typing.stored(draft().typed.rev);\n      shown.set({ ...shown.get(), status: 'taken over' });\n",
      },
    },
  },
  {
    name: 'the words of a form are dropped after another form has saved newer words',
    breaks: /^Lost/,
    changes: { 'src/writing/record/form-drafts.ts': { 'take(next) ?? take(copyOf(next))': 'take(next)' } },
  },
  {
    name: 'a call whose sender died is never repeated',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: {
      'src/writing/record/record-store.ts': {
        '({ pending, hold }: PostRecord): boolean => pending !== undefined && !hold;':
          '({ pending, hold, unanswered }: PostRecord): boolean =>\n  pending !== undefined && !hold && !unanswered.some(({ key }) => key === pending.key);',
      },
    },
  },
  {
    name: 'a login in another tab changes token and user in two steps',
    breaks: /names .*, and nobody is logged in/,
    isQuicklyFound: true,
    changes: {
      'src/session/session.ts': {
        "if (now.token !== '' && !isCurrent(now)) session.set(now);":
          "if (now.token !== '' && now.token !== session.get().token) session.set({ ...session.get(), token: now.token });",
      },
      'src/writing/sender/own-backend.ts': { '...(userId !== null && { [ownHeaders.author]: userId }),': '' },
    },
  },
  {
    name: 'a page backs up no text when it is left',
    breaks: /^Lost/,
    changes: {
      'src/writing/forms/form-text.ts': { 'const location = typing.backUp();': "const location = 'device';" },
    },
  },
  {
    name: 'the server stores an idempotency key and its post in separate transactions',
    breaks: /^Lost/,
    changes: {
      'src/server/posts/publish-post.ts': {
        'return db.transaction().execute(async (work) => {\n    await expectMayWrite(work, author);':
          'return db.connection().execute(async (connection) => {\n    const work = connection as unknown as StoreTransaction;',
      },
    },
  },
  {
    name: 'the server ignores the idempotency keys of new posts',
    breaks: /^Published twice/,
    changes: {
      'src/server/posts/publish-post.ts': {
        'const earlier = keyed && (await findIdempotencyKey(db, keyed));':
          "const earlier = keyed?.key === '' ? await findIdempotencyKey(db, keyed) : undefined;",
        'if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at });': '',
      },
    },
  },
  {
    name: 'the app handles an aborted transaction as completed',
    breaks: /^Lost/,
    changes: {
      'src/device/storage/record-database.ts': {
        "transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));":
          'transaction.onabort = () => resolve();',
      },
    },
  },
  {
    name: 'a form stores no backup in session storage when it is left',
    breaks: /^Lost/,
    changes: {
      'src/writing/forms/shown-form.ts': { '    stop();\n    text.leave();\n': '    stop();\n' },
      'src/writing/forms/typed-text.ts': {
        "show(isQuotaExceeded(failure) ? 'no room' : 'impossible');":
          "shown.set({ post: typed.text, status: 'impossible' });",
      },
    },
  },
  {
    name: 'a backup that session storage refuses is dropped',
    breaks: /^Lost/,
    changes: { 'src/device/storage/tab-storage.ts': { 'memory.set(key, value);': '' } },
  },
  {
    name: 'a page that can store nothing requests the sender lock, which is refused',
    breaks: /^Waits for ever/,
    isQuicklyFound: true,
    changes: {
      'src/device/storage/with-lock.ts': { '(isMemoryOnly.get() ? undefined : navigator.locks)': 'navigator.locks' },
    },
  },
  {
    name: 'a text is reported as published although its record is gone',
    breaks: /^Lost|is not published, though its author was told so/,
    changes: {
      'src/writing/forms/form-button.ts': {
        "      return { kind: 'not kept' };\n    }\n    const progress":
          "      return { kind: 'taken' };\n    }\n    const progress",
        '      text.decide(text.shown.get().post, newestSubmittedText(text.opened));\n': '',
      },
    },
  },
  {
    name: 'a text is lost if storage is deleted while the text is being sent',
    breaks: /^Lost/,
    changes: {
      'src/writing/forms/form-button.ts': {
        '      text.decide(text.shown.get().post, newestSubmittedText(text.opened));\n': '',
      },
    },
  },
  {
    name: 'a text that is submitted again gets another idempotency key',
    breaks: /^Published twice/,
    changes: {
      'src/writing/sender/own-backend.ts': {
        '[ownHeaders.idempotencyKey]: base ? call.key : id }': '[ownHeaders.idempotencyKey]: call.key }',
      },
    },
  },
  {
    name: 'the backup of a closed page is ignored',
    breaks: /^Lost/,
    changes: { 'src/writing/record/form-drafts.ts': { 'if (record) all.set(record.id, record);': '' } },
  },
  {
    name: 'a backup becomes a draft although its words are stored',
    breaks: /^Published twice|draft .*all the same/,
    changes: {
      'src/writing/record/form-drafts.ts': {
        'if (stored && (hasTyped(stored, typed) || start.rev >= typed.rev)) return stored;': '',
      },
    },
  },
  {
    name: 'a record forgets the forms that wrote it',
    breaks: /^Published twice|draft .*all the same/,
    changes: {
      'src/writing/record/record-forms.ts': {
        'forms: [...record.forms.filter((each) => each.form !== form), { form, rev }].slice(-mostForms),': 'forms: [],',
      },
    },
  },
  {
    name: 'the words of a form are dropped if another form has saved more often',
    breaks: /^Lost/,
    changes: {
      'src/writing/record/form-drafts.ts': {
        'if (stored && (hasTyped(stored, typed) || start.rev >= typed.rev)) return stored;':
          'if (stored && stored.rev >= typed.rev) return stored;',
      },
    },
  },
  {
    name: 'a form does not lock its record',
    breaks: /^Lost|^Published twice|all the same|overwrites/,
    changes: {
      'src/writing/forms/form-lock.ts': { 'if (!navigator.locks) return Promise': 'if (navigator) return Promise' },
    },
  },
  {
    name: 'a form keeps its lock after it was left',
    breaks: /^Waits for ever/,
    changes: {
      'src/writing/forms/shown-form.ts': { 'void text.settled().finally(held.lock.release);': 'void text.settled();' },
    },
  },
  {
    name: 'records that an event creates are not stored',
    breaks: /^Lost/,
    changes: { 'src/writing/record/record-store.ts': { '[step.record, ...(step.created ?? [])]': '[step.record]' } },
  },
  {
    name: 'a call without an answer is not repeated',
    breaks: /^Waits for ever/,
    changes: { 'src/writing/sender/start-sender.ts': { "      if (sent.kind === 'no answer') plan(0);\n": '' } },
  },
  {
    name: 'a text whose call is never answered stops the sending of all other texts',
    breaks: /which never gets through, holds up/,
    changes: { 'src/writing/sender/send-waiting.ts': { "if (isSecond || sent.why !== 'silence') break;": 'break;' } },
  },
  {
    name: 'after a login, texts that waited for the login are not sent',
    breaks: /^Waits for ever .*needs login/,
    changes: {
      'src/writing/sender/send-waiting.ts': {
        "if (hold?.kind === 'login') await": "if (hold?.kind === 'login' && id === '') await",
      },
    },
  },
  {
    name: 'Undo submits a draft that was never submitted',
    breaks: /and nobody has pressed Create Blog/,
    changes: {
      'src/writing/record/record-table.ts': { 'if (!discarded.wasPending || userId === null)': 'if (userId === null)' },
    },
  },
  {
    name: 'a text is submitted in two steps',
    breaks: /^Lost/,
    changes: {
      'src/writing/forms/form-text.ts': {
        "const step = await applyEvent(id, { kind: 'submitted', ...submitting }, opened);":
          "await applyEvent(id, { kind: 'typed', ...submitting, text: submitting.from }, opened);\n  submitting.rev = typing.submitting().rev;\n  const step = await applyEvent(id, { kind: 'submitted', ...submitting }, opened);",
      },
    },
  },
];
