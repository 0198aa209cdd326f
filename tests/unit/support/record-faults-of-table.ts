import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Table } from './record-world.ts';

const file = path.join(import.meta.dirname, '../../../src/writing/record/record-table.ts');

/**
 * A rule of writing that is taken out: as a change of the table's source, or of what its calls say. `life` is the first
 * that breaks a promise without it; `isForeign`: of those at a backend without keys.
 */
export type RuleTakenOut = { rule: string; life: number; isForeign?: true } & (
  | { find: string; put: string }
  | { send: Required<Table>['send'] }
);

const currentEtag: Required<Table>['send'] = (call, { posts }) => ({
  ...call,
  ifMatch: call.ifMatch && posts.get(call.postId ?? '')?.versions.at(-1)?.etag,
});

export const rulesTakenOut: RuleTakenOut[] = [
  {
    rule: 'an edit names its version',
    life: 7,
    send: (call, state) => (call.call.kind === 'text' ? currentEtag(call, state) : call),
  },
  {
    rule: 'a delete names its version',
    life: 53,
    send: (call, state) => (call.call.kind === 'delete' ? currentEtag(call, state) : call),
  },
  { rule: 'each text has a key of its own', life: 4, send: (call) => ({ ...call, key: call.record }) },
  { rule: 'the record is the key of publishing', life: 3, send: (call) => ({ ...call, key: call.call.key }) },
  { rule: 'the calls in doubt are named', life: 36, send: (call) => ({ ...call, named: [] }) },
  {
    rule: 'a submitted text is merged with what came since',
    life: 111,
    find: 'const isOnTop = began',
    put: 'const isOnTop = true || began',
  },
  {
    rule: 'a merge begins with what has arrived',
    life: 36,
    find: 'arrived.text : base?.text',
    put: 'base?.text : base?.text',
  },
  {
    rule: 'calls on an earlier base are settled',
    life: 126,
    find: 'unanswered: [],\n      draft: isKnown',
    put: 'draft: isKnown',
  },
  {
    rule: 'a version that the server has forgotten is asked about',
    life: 873,
    find: '!isKnown ? undefined : arrived',
    put: 'arrived',
  },
  {
    rule: 'a draft rests on what has arrived',
    life: 381,
    find: "=== 'text') return draft;\n  if (!isBaseOrUnanswered",
    put: "!== '') return draft;\n  if (!isBaseOrUnanswered",
  },
  {
    rule: 'what is left of a post that is gone begins anew',
    life: 10,
    find: '{ ...draft, from: blank, origin',
    put: '{ ...draft, origin',
  },
  {
    rule: 'a version that is read goes below no draft',
    life: 18312,
    find: 'base && !pending && !draft',
    put: 'base && !pending',
  },
  {
    rule: 'a conflict that is taken back keeps its ancestor',
    life: 5057,
    find: '? hold.ancestor : below',
    put: '? below : below',
  },
  {
    rule: 'a draft comes down with the text below it',
    life: 543,
    find: 'draft: { ...draft, from } } };\n  return',
    put: 'draft } };\n  return',
  },
  {
    rule: 'a late save changes nothing',
    life: 48,
    find: 'if (rev <= record.rev) return { record };\n  const began = decidedOn ?? (liveDraftOf(record) ? record.draft?.from : from);\n  const isUntouched',
    put: 'const began = decidedOn ?? (liveDraftOf(record) ? record.draft?.from : from);\n  const isUntouched',
  },
  {
    rule: 'a draft knows what it began with',
    life: 1653,
    find: '(liveDraftOf(record) ? record.draft?.from : from);\n  const isUntouched',
    put: 'topOf(record);\n  const isUntouched',
  },
  {
    rule: 'a delete that is taken back leaves the text',
    life: 41,
    find: 'if (!base || !callOf(record, pending.key))',
    put: 'if (base)',
  },
  {
    rule: 'a deleted text stays as a draft',
    life: 20,
    find: "pending?.kind === 'delete' && base && !hasBase",
    put: 'false',
  },
  {
    rule: 'a text that may have arrived is no untouched draft',
    life: 726,
    find: '&& !isOnlyCopy(record, text);',
    put: ';',
  },
  {
    rule: 'a repeated call that is refused may have arrived',
    life: 1635,
    find: '!call || call.isRepeated ||',
    put: '!call ||',
  },
  {
    rule: 'a draft above a refused call comes down',
    life: 5,
    find: "if (!isAbove || pending?.kind === 'text') return next;",
    put: 'return next;',
  },
  {
    rule: 'a text that its backend cannot edit is asked about',
    life: 17,
    isForeign: true,
    find: "if (base?.etag === '' && pending",
    put: "if (base?.etag === '-' && pending",
  },
  {
    rule: 'calls that have not arrived are in doubt no more',
    life: 13,
    isForeign: true,
    find: 'unanswered: [], draft: rebasedDraft(record, record.base?.text ?? blank)',
    put: 'draft: rebasedDraft(record, record.base?.text ?? blank)',
  },
  {
    rule: 'a draft goes along with the text that is published too',
    life: 7062,
    isForeign: true,
    find: 'changedAt: now, draft, pending',
    put: 'changedAt: now, pending',
  },
];

/** The table without the rule. */
export async function tableWithout(taken: RuleTakenOut): Promise<Table> {
  if ('send' in taken) return { ...(await import(pathToFileURL(file).href)), send: taken.send };
  const source = readFileSync(file, 'utf8').split(taken.find);
  if (source.length !== 2) throw new Error(`The table has not once what is taken out: ${taken.rule}`);
  const imports = (_: string, name: string) => `from '${pathToFileURL(path.resolve(path.dirname(file), name)).href}'`;
  const code = stripTypeScriptTypes(source.join(taken.put)).replace(/from '(\.[^']+)'/g, imports);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
