import type { OldFault } from './old-fault.ts';

export const editingFaults: OldFault[] = [
  {
    name: 'a cancelled edit is sent all the same',
    breaks: /was cancelled, and has brought/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: 'return { record: created ? record : next };',
        replace: 'return { record: created ? record : { ...next, pending: record.pending } };',
      },
    ],
  },
  {
    name: 'the server lets an edit replace any version',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: [
      {
        file: 'src/server/posts/edit-post.ts',
        find: 'if (!holds(present.etag)) throw',
        replace: 'if (!holds(present.etag) && id === "") throw',
      },
    ],
  },
  {
    name: 'a merge drops the changes of the published version',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: 'isSame ? current.text : ancestor && merge(ancestor, pending.text, current.text)',
        replace: 'isSame ? current.text : ancestor && merge(current.text, pending.text, current.text)',
      },
    ],
  },
  {
    name: 'an edit of an older version is repeated for ever without a merge',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: [
      {
        file: 'src/writing/sender/own-backend.ts',
        find: "if (code === 'version_mismatch') {",
        replace: "if (code === 'version_mismatch') return noAnswer;\n  if (code === 'version_mismatch') {",
      },
    ],
  },
  {
    name: 'a merged edit keeps its old base',
    breaks: /^Waits for ever .*\(waiting\)|is asked about/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: '      base: current,\n',
        replace: '      base: record.base,\n',
      },
    ],
  },
  {
    name: 'the draft of an edit stays after it was submitted',
    breaks: /^An edit of .* is saved, and its draft is there/,
    changes: [
      {
        file: 'src/writing/record/record-forms.ts',
        find: '{ ...next, draft: undefined, hold: undefined, pending }',
        replace: '{ ...next, draft: next.base && next.draft, hold: undefined, pending }',
      },
    ],
  },
  {
    name: 'an edit does not name the unanswered calls that it builds on',
    breaks: /is asked about/,
    changes: [
      {
        file: 'src/writing/sender/own-backend.ts',
        find: "unanswered.map(({ key }) => key).join(', ')",
        replace: "''",
      },
    ],
  },
  {
    name: 'an edit ignores which of its unanswered calls has arrived',
    breaks: /is asked about/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: 'unanswered.findLast((call) => made.includes(call.key));',
        replace: 'unanswered.find((call) => made.includes(call.key) && call.key === key);',
      },
    ],
  },
  {
    name: 'the server ignores the keys of edits',
    breaks: /is asked about/,
    changes: [
      {
        file: 'src/server/posts/edit-post.ts',
        find: 'if (earlier?.version) return',
        replace: "if (earlier?.version && key === '') return",
      },
      {
        file: 'src/server/posts/edit-post.ts',
        find: 'if (keyed) await storeIdempotencyKey',
        replace: "if (keyed && key === '') await storeIdempotencyKey",
      },
    ],
  },
  {
    name: 'a draft is not rebased on a submitted text that has arrived',
    breaks: /is asked about|^Version |^No version of|told to be saved that no version has/,
    changes: [
      {
        file: 'src/writing/record/record-line.ts',
        find: '  return { ...draft, from: arrived };',
        replace: '  return draft;',
      },
    ],
  },
  {
    name: 'a form submits its text over a newer text',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: [
      {
        file: 'src/writing/record/record-forms.ts',
        find: 'const isOnTop = began &&',
        replace: 'const isOnTop = !began ||\n      began &&',
      },
      {
        file: 'src/writing/record/record-forms.ts',
        find: '(isSameText(began, top) || isOnlyCopy(record, began));',
        replace: '(isSameText(began, began) || isOnlyCopy(record, began));',
      },
    ],
  },
  {
    name: 'a draft takes the newest text for the one that it began with',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: [
      {
        file: 'src/writing/record/record-forms.ts',
        find: 'const began = beganWith(record, typed);\n  const isUntouched',
        replace: 'const began = typed.decidedOn ?? topOf(record);\n  const isUntouched',
      },
    ],
  },
  {
    name: 'the app assumes that a restored server knows the base of an edit',
    breaks: /^Version .* is without .*, which nobody has replaced/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: 'const ancestor = !isKnown ? undefined : arrived',
        replace: 'const ancestor = arrived',
      },
      {
        file: 'src/writing/record/record-table.ts',
        find: 'draft: isKnown ? rebasedDraft(record, ancestor) : withoutAncestor(record),',
        replace: 'draft: rebasedDraft(record, ancestor),',
      },
    ],
  },
  {
    name: 'a delete removes any version, even one that its author never saw',
    breaks: /^Lost|^Version /,
    changes: [
      {
        file: 'src/writing/sender/own-backend.ts',
        find: "...(base && { 'If-Match'",
        replace: "...(base && call.kind === 'text' && { 'If-Match'",
      },
    ],
  },
  {
    name: 'an author is asked again about a conflict that they have decided',
    breaks: /is asked again about version/,
    changes: [
      {
        file: 'src/writing/record/record-table.ts',
        find: "return { record: { ...next, hold: { kind: 'conflict', ancestor } } };",
        replace:
          "return { record: { ...record, draft: next.draft, base: { ...current, etag: record.base?.etag ?? '' }, hold: { kind: 'conflict', ancestor } } };",
      },
    ],
  },
  {
    name: 'the edit of a deleted post is dropped',
    breaks: /^Lost/,
    changes: [
      {
        file: 'src/writing/record/record-line.ts',
        find: 'const drafts: Draft[] = draft ? [',
        replace: "const drafts: Draft[] = draft && pending?.kind === 'delete' ? [",
      },
    ],
  },
  {
    name: 'an author is told that a waiting edit is saved',
    breaks: /told to be saved that no version has|^(?:No|Every) version of .* has/,
    changes: [
      {
        file: 'src/writing/forms/form-progress.ts',
        find: "    case 'waiting':\n    // My Blogs",
        replace:
          "    case 'waiting':\n      return { kind: state.submits === 'edit' ? 'taken' : 'waiting' };\n    // My Blogs",
      },
    ],
  },
];
