import type { OldFault } from './old-fault.ts';

export const editingFaults: OldFault[] = [
  {
    name: 'an edit that is cancelled goes all the same',
    breaks: /was cancelled, and has brought/,
    changes: [
      {
        file: 'src/data/outbox/entry-actions.ts',
        find: '(await withdrawBetweenCalls(id, (entry) => draftRecord(draftOfEntry(entry))))',
        replace:
          '(await withdrawBetweenCalls(id, (entry) => ({ ...draftRecord(draftOfEntry(entry)), ...(isEdit(entry) && { [entryKey(id)]: entry }) })))',
      },
    ],
  },
  {
    name: 'an edit replaces whatever version there is',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: [
      {
        file: 'src/server/domain/edit-post.ts',
        find: 'if (!holds(present.etag)) throw',
        replace: 'if (!holds(present.etag) && id === "") throw',
      },
    ],
  },
  {
    name: 'a merge takes the later edit alone',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: [
      {
        file: 'src/data/outbox/rebase-edit.ts',
        find: 'const merge = mergeTexts(base.texts, work.post, theirs.texts);',
        replace: 'const merge = mergeTexts(theirs.texts, work.post, theirs.texts);',
      },
    ],
  },
  {
    name: 'an edit of an older version is sent as it is for ever',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: [
      {
        file: 'src/data/outbox/send-merging.ts',
        find: "if (outcome.kind !== 'outdated') return { entry, outcome };",
        replace:
          "if (outcome.kind !== 'outdated') return { entry, outcome };\n    if (merges === 0) return { entry, outcome: { kind: 'unanswered', holdFor: 0 } };",
      },
    ],
  },
  {
    name: 'a merged edit is still one of the version it began from',
    breaks: /^Waits for ever .*\(waiting\)|is asked about/,
    changes: [
      {
        file: 'src/data/outbox/rebase-edit.ts',
        find: 'editOf(userId, work.postId, theirs, merge.post)',
        replace: 'editOf(userId, work.postId, work.base, merge.post)',
      },
    ],
  },
  {
    name: 'the draft of an edit is removed before the outbox has it',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/outbox/submit-edit.ts',
        find: '  entry = await afterEarlierEdits(entry);\n  await putEntry(entry, ending);',
        replace:
          '  await endSubmittedDraft(draft);\n  entry = await afterEarlierEdits(entry);\n  await putEntry(entry);',
      },
    ],
  },
  {
    name: 'the draft of an edit stays beside the entry that it became',
    breaks: /^An edit of .* is saved, and its draft is there/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/outbox/submit-edit.ts',
        find: '  await putEntry(entry, ending);',
        replace: '  await putEntry(entry);',
      },
    ],
  },
  {
    name: 'an edit forgets the one in doubt that it began from',
    breaks: /is asked about/,
    changes: [
      {
        file: 'src/data/outbox/rebase-edit.ts',
        find: '    if (!post) continue;\n    const work',
        replace: '    if (!post || attempts.length > 0) continue;\n    const work',
      },
    ],
    guards: [
      {
        file: 'src/data/outbox/rebase-edit.ts',
        find: 'if (!last) return base;',
        replace: 'if (!last || attempts.length > 0) return base;',
      },
    ],
  },
  {
    name: 'the server knows no key of an edit',
    breaks: /is asked about/,
    changes: [
      {
        file: 'src/server/domain/edit-post.ts',
        find: 'if (earlier?.version) return',
        replace: "if (earlier?.version && key === '') return",
      },
      {
        file: 'src/server/domain/edit-post.ts',
        find: 'if (keyed) await storeIdempotencyKey',
        replace: "if (keyed && key === '') await storeIdempotencyKey",
      },
    ],
    guards: [
      // A merge finds what has arrived by its changes, too.
      {
        file: 'src/data/outbox/rebase-edit.ts',
        find: 'if (!last) return base;',
        replace: 'if (!last || attempts.length > 0) return base;',
      },
    ],
  },
  {
    name: 'an edit forgets that the one it began from was merged',
    breaks: /is asked about/,
    changes: [
      {
        file: 'src/data/outbox/rebase-edit.ts',
        find: 'if (!last) return base;',
        replace: 'if (!last || attempts.length > 0) return base;',
      },
    ],
  },
  {
    name: 'what was decided on is asked about again',
    breaks: /is asked again about version/,
    changes: [
      {
        file: 'src/data/outbox/entry-actions.ts',
        find: 'base: entry.state.theirs, post } as const',
        replace: 'base: entry.work.base, post } as const',
      },
    ],
  },
  {
    name: 'the edit of a deleted post is dropped',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/data/outbox/apply-outcome.ts',
        find: '  await removeEntry(id, () => draftRecord(draft));\n}\n\n/** Removes the entry of a confirmed delete',
        replace:
          '  await removeEntry(id, () => (draft.id ? {} : {}));\n}\n\n/** Removes the entry of a confirmed delete',
      },
    ],
  },
  {
    name: 'an edit that another sender has not saved is told to be saved',
    breaks: /told to be saved that no version has|^(?:No|Every) version of .* has/,
    changes: [
      {
        file: 'src/data/outbox/submit.ts',
        find: 'return elsewhere.isTaken() ?',
        replace: "return elsewhere.isTaken() || entry.work.kind === 'edit' ?",
      },
    ],
  },
];
