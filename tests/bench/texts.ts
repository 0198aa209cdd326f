import { limits } from '../../src/contract/limits.ts';
import { mergeTexts } from '../../src/data/edits/merge-texts.ts';
import { changesBetween } from '../../src/data/edits/post-changes.ts';
import { parseMarkdown } from '../../src/markdown/parse-markdown.ts';
import { besides, type Figure } from './figures.ts';

const repeats = 3;
/** In characters: a merged text that is longer would be nobody's to publish. */
const longest = limits.content - 1;

const many = (piece: string) => piece.repeat(Math.floor(longest / piece.length));
const post = (content: string) => ({ title: 'T', imgUrl: '', content });
const words = (edit: string) =>
  many(`A paragraph of a hundred characters or so, as people write them, with a word that is ${edit}.\n\n`);
const shuffled = (step: number) =>
  Array.from({ length: 120_000 }, (_, at) => ((at * step) % 120_001).toString(36)).join('\n\n');

/** Three versions of a text: as it was, and as two people have edited it. */
type Versions = [string, string, string];

const edited: Record<string, Versions> = {
  'paragraphs of a letter': ['a\n\n', 'b\n\n', 'c\n\n'].map(many) as Versions,
  'blank lines': ['\n \n', '\n\t\n', '\n\n'].map(many) as Versions,
  'fences that never close': ['```\n\n', '~~~\n\n', '```x\n\n'].map(many) as Versions,
  'long lines that begin alike': ['1', '2', '3'].map((end) => many(`${'x'.repeat(999)}${end}\n\n`)) as Versions,
  'short paragraphs in another order': [1, 7, 13].map(shuffled) as Versions,
};
const harmless: Versions = [words('old'), words('mine'), words('theirs')];

const written: Record<string, string> = {
  emphasis: many(`${'*a **a '.repeat(1_400)}\n\n`),
  brackets: many(`${'[a](b'.repeat(1_900)}\n\n`),
  ticks: Array.from({ length: 1_400 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  'nested lists': many(`${'> - '.repeat(200)}a\n`),
  'cells of tables': many(`${'|'.repeat(1_000)}\n`),
};

/** What the longest texts cost that somebody could write to harm: processor time beside that of harmless ones as long. */
export async function measure(): Promise<Figure[]> {
  const merge = ([base, mine, theirs]: Versions) => mergeTexts(post(base), post(mine), post(theirs));
  const compare = ([before, after]: Versions) => changesBetween(post(before), post(after));
  return [
    ...Object.entries(edited).flatMap(([name, texts]) => [
      measureBeside(`merging ${name}`, 4, merge, texts, harmless),
      measureBeside(`comparing ${name}`, 4, compare, texts, harmless),
    ]),
    // Up to what is taken for too complex to be formatted.
    ...Object.entries(written).map(([name, text]) =>
      measureBeside(`parsing ${name}`, 15, parseMarkdown, text, words('harmless').slice(0, text.length)),
    ),
  ];
}

function measureBeside<Text>(
  what: string,
  atMost: number,
  work: (text: Text) => unknown,
  hostile: Text,
  plain: Text,
): Figure {
  const [took, floors]: [number[], number[]] = [[], []];
  for (let run = 0; run < repeats; run++) {
    took.push(processorTime(() => work(hostile)));
    floors.push(processorTime(() => work(plain)));
  }
  const against = 'harmless text of the same length';
  return { bench: 'texts', what, unit: 'ms', ...besides(took, floors), against, bar: { atMost } };
}

/** Of this thread, in milliseconds. */
function processorTime(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}
