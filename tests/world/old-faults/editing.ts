import type { OldFault } from './old-fault.ts';

export const editingFaults: OldFault[] = [
  {
    name: 'a cancelled edit is sent anyway',
    breaks: /was cancelled, and has brought/,
    changes: {
      'src/writing/record/record-table.ts': {
        'return { record: created ? record : next };':
          'return { record: created ? record : { ...next, pending: record.pending } };',
      },
    },
  },
  {
    name: 'the server lets an edit replace any version',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: {
      'src/server/posts/edit-post.ts': {
        'if (!holds(present.etag)) throw': 'if (!holds(present.etag) && id === "") throw',
      },
    },
  },
  {
    name: 'a merge drops the changes of the published version',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: {
      'src/writing/record/record-table.ts': {
        'isSame ? current.text : ancestor && merge(ancestor, pending.text, current.text)':
          'isSame ? current.text : ancestor && merge(current.text, pending.text, current.text)',
      },
    },
  },
  {
    name: 'an edit of an older version is repeated for ever without a merge',
    breaks: /^Waits for ever .*\(waiting\)/,
    changes: {
      'src/writing/sender/own-backend.ts': {
        "if (code === 'version_mismatch') {":
          "if (code === 'version_mismatch') return noAnswer;\n  if (code === 'version_mismatch') {",
      },
    },
  },
  {
    name: 'a merged edit keeps its old base',
    breaks: /^Waits for ever .*\(waiting\)|is asked about/,
    changes: { 'src/writing/record/record-table.ts': { '      base: current,\n': '      base: record.base,\n' } },
  },
  {
    name: 'the draft of an edit stays after the edit was submitted',
    breaks: /^An edit of .* is saved, and its draft is there/,
    changes: {
      'src/writing/record/record-forms.ts': {
        '{ ...next, draft: undefined, hold: undefined, pending }':
          '{ ...next, draft: next.base && next.draft, hold: undefined, pending }',
      },
    },
  },
  {
    name: 'an edit does not name the unanswered calls that it builds on',
    breaks: /is asked about/,
    changes: { 'src/writing/sender/own-backend.ts': { "unanswered.map(({ key }) => key).join(', ')": "''" } },
  },
  {
    name: 'an edit ignores which of its unanswered calls has arrived',
    breaks: /is asked about/,
    changes: {
      'src/writing/record/record-table.ts': {
        'unanswered.findLast((call) => made.includes(call.key));':
          'unanswered.find((call) => made.includes(call.key) && call.key === key);',
      },
    },
  },
  {
    name: 'the server ignores the idempotency keys of edits',
    breaks: /is asked about/,
    changes: {
      'src/server/posts/edit-post.ts': {
        'if (earlier?.version) return': "if (earlier?.version && key === '') return",
        'if (keyed) await storeIdempotencyKey': "if (keyed && key === '') await storeIdempotencyKey",
      },
    },
  },
  {
    name: 'a draft is not rebased on a submitted text that has arrived',
    breaks: /is asked about|^Version |^No version of|told to be saved that no version has/,
    changes: { 'src/writing/record/record-line.ts': { '  return { ...draft, from: arrived };': '  return draft;' } },
  },
  {
    name: 'a form that submits its text overwrites a newer text',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: {
      'src/writing/record/record-forms.ts': {
        'const isOnTop = began &&': 'const isOnTop = !began ||\n      began &&',
        '(isSameText(began, top) || isOnlyCopy(record, began));':
          '(isSameText(began, began) || isOnlyCopy(record, began));',
      },
    },
  },
  {
    name: 'a form compares a draft with the newest text, not with the text it began from',
    breaks: /^Version .*(?:back, which had been replaced|which nobody has replaced)/,
    changes: {
      'src/writing/record/record-forms.ts': {
        'const began = beganWith(record, typed);\n  const isUntouched':
          'const began = typed.decidedOn ?? newestSubmittedText(record);\n  const isUntouched',
      },
    },
  },
  {
    name: 'the app assumes that a restored server knows the base of an edit',
    breaks: /^Version .* is without .*, which nobody has replaced/,
    changes: {
      'src/writing/record/record-table.ts': {
        'const ancestor = !isKnown ? undefined : arrived': 'const ancestor = arrived',
        'draft: isKnown ? rebasedDraft(record, ancestor) : withoutAncestor(record),':
          'draft: rebasedDraft(record, ancestor),',
      },
    },
  },
  {
    name: 'a delete removes any version, even one that its author never saw',
    breaks: /^Lost|^Version /,
    changes: {
      'src/writing/sender/own-backend.ts': {
        "...(base && { 'If-Match'": "...(base && call.kind === 'text' && { 'If-Match'",
      },
    },
  },
  {
    name: 'an author is asked again about a conflict that they have decided',
    breaks: /is asked again about version/,
    changes: {
      'src/writing/record/record-table.ts': {
        "return { record: { ...next, hold: { kind: 'conflict', ancestor } } };":
          "return { record: { ...record, draft: next.draft, base: { ...current, etag: record.base?.etag ?? '' }, hold: { kind: 'conflict', ancestor } } };",
      },
    },
  },
  {
    name: 'the edit of a deleted post is dropped',
    breaks: /^Lost/,
    changes: {
      'src/writing/record/record-line.ts': {
        'const drafts: Draft[] = draft ? [': "const drafts: Draft[] = draft && pending?.kind === 'delete' ? [",
      },
    },
  },
  {
    name: 'the app tells an author that a pending edit is saved',
    breaks: /told to be saved that no version has|^(?:No|Every) version of .* has/,
    changes: {
      'src/writing/forms/form-progress.ts': {
        "    case 'waiting':\n    // My Blogs":
          "    case 'waiting':\n      return { kind: record.base?.etag ? 'taken' : 'waiting' };\n    // My Blogs",
      },
    },
  },
];
