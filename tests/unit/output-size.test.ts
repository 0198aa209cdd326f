// @vitest-environment node
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/app/text/render-markdown.tsx';
import { escapeMarkup, jsonForScript } from '../../src/contract/escape.ts';
import { headOf } from '../../src/server/pages/page-head.ts';
import { render } from '../../src/server/pages/render.tsx';
import { summarise } from '../../src/server/posts/summarise.ts';
import { codeToColour, withColours } from '../../src/text/markdown/code-blocks.ts';
import { highlight } from '../../src/text/markdown/highlight.ts';
import { OutputBudget } from '../../src/text/markdown/output-budget.ts';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { summaryWords } from '../../src/text/markdown/plain-words.ts';
import { topicsIn } from '../../src/text/markdown/topics.ts';
import type { Markdown } from '../../src/text/markdown/tree.ts';
import { termsOf } from '../../src/text/search/search-terms.ts';
import { foldText } from '../../src/text/search/search-texts.ts';
import { fuzzSeed, scaled } from '../test-run.ts';
import { multiplyingTexts } from './support/multiplying-texts.ts';

/** `FC_RUNS=100000 npx vitest run --project unit output-size` tries more texts, with a new seed each time. */
const numRuns = Number(process.env.FC_RUNS ?? 20);

/** Maximum length of a text, in bytes. React's development build takes a second for 20 kB. */
const longest = process.env.FC_RUNS ? 20_000 : 1_000;

const origin = 'https://blog.example';
const host = 'blog.example';
const path = '/blog/0199c0de-0000-7000-8000-000000000000';

const feedOf = (markdown: Markdown) =>
  escapeMarkup(renderToStaticMarkup(renderMarkdown(markdown, { host, feed: { origin, path } })));

function coloured(content: string): Markdown {
  const markdown = parseMarkdown(content);
  const blocks = codeToColour(markdown);
  return withColours(
    markdown,
    blocks,
    blocks.map(({ language, text }) => highlight(language, text)),
  );
}

/** Returns every output that is made from a post's content, by its name. */
async function outputsOf(content: string): Promise<Record<string, string>> {
  const markdown = coloured(content);
  const summary = summarise(summaryWords(parseMarkdown(content.slice(0, 2_000))));
  const post = {
    _id: path.slice('/blog/'.length),
    title: 'A title',
    summary,
    imgUrl: '',
    content: '',
    createdAt: '2026-11-01T23:30:00.000Z',
    author: { email: '' },
  };
  const prose = renderMarkdown(markdown, { host });
  const { html, title } = await render(path, { post: { ...post, content }, prose }, host);
  const read = { post: { ...post, updatedAt: null, author: { id: '', email: '' } }, authorName: 'Ada' };
  const head = headOf({ origin, path, title, kind: 'public', site: {}, read: read as never });
  return {
    page: html + head + jsonForScript({ post }),
    'structured data': head.slice(head.indexOf('ld+json')),
    feed: feedOf(parseMarkdown(content)),
    card: JSON.stringify(post),
    preview: JSON.stringify(markdown),
    index: JSON.stringify([[...termsOf({ title: '', content })], topicsIn(markdown)]),
    'index of a device': JSON.stringify(foldText({ title: '', content })),
  };
}

const ofNothing = outputsOf('');

/** Returns the outputs that grow by over 40 bytes per byte of the text. A text counts as at least 100 bytes. */
async function tooLong(content: string): Promise<[name: string, ratio: number][]> {
  const fixed = await ofNothing;
  const size = Math.max(Buffer.byteLength(content), 100);
  return Object.entries(await outputsOf(content)).flatMap(([name, output]): [string, number][] => {
    const ratio = (Buffer.byteLength(output) - Buffer.byteLength(fixed[name] ?? '')) / size;
    return ratio > 40 ? [[name, ratio]] : [];
  });
}

test(
  'a text adds at most 40 times its length to any page, feed, card or index',
  async () => {
    await fc.assert(
      fc.asyncProperty(multiplyingTexts(longest), async (content) => {
        expect(await tooLong(content)).toEqual([]);
      }),
      { numRuns, seed: fuzzSeed() },
    );
  },
  scaled(30_000 + numRuns * 100),
);

test(
  'HTML for the page and the feed is no longer than the budget spent on the post',
  () => {
    fc.assert(
      fc.property(multiplyingTexts(longest), (content) => {
        const markdown = coloured(content);
        if (markdown.kind === 'plain') return;
        const spent = new OutputBudget(content).left - markdown.room;
        const page = renderToStaticMarkup(renderMarkdown(markdown, { host }));
        expect(Math.max(Buffer.byteLength(page), Buffer.byteLength(feedOf(markdown)))).toBeLessThanOrEqual(spent);
      }),
      { numRuns, seed: fuzzSeed() },
    );
  },
  scaled(30_000 + numRuns * 100),
);

const lines = (line: string) => line.repeat(20_000 / line.length);
const address = `https://x.example/${'A'.repeat(10_000)}`;

test.each([
  ['a link definition that is used often', `[a]: ${address}\n\n${'[a] '.repeat(250)}\n\n${'[a] '.repeat(250)}`],
  ['an image definition that is used often', `[a]: ${address}\n\n${'![a] '.repeat(250)}\n\n${'![a] '.repeat(250)}`],
  ['a link title that is used often', `[a]: /b '${'"'.repeat(9_000)}'\n\n${'[a] '.repeat(250)}`],
  ['rows of one cell below a wide table header', `${'|'.repeat(21)}\n${'|-'.repeat(20)}|\n${'|\n'.repeat(900)}`],
  ['cells without a word', `|${'a|'.repeat(9)}\n|${':-:|'.repeat(9)}\n${lines('|||||||||\n')}`],
  ['headings without a word', lines('#\n')],
  ['code without a character', lines('```\n```\n')],
  ['code in quotes', lines('>~~~\n\n')],
  ['quotes in quotes', lines(`${'>'.repeat(58)}\n\n`)],
  ['letters that search folds to many letters', Array.from({ length: 200 }, (_, count) => `ﷺﷺ${count}`).join(' ')],
])('%s: the text adds at most 40 times its length to any output', async (_, content) => {
  expect(await tooLong(content)).toEqual([]);
});
