import type { HydrationData } from '../../app/hooks/HydrationContext.ts';
import { renderMarkdown } from '../../app/text/render-markdown.tsx';
import { jsonForScript } from '../../contract/escape.ts';
import { pagePaths } from '../../contract/paths.ts';
import { codeIn, codeToColour, withColours } from '../../text/markdown/code-blocks.ts';
import { highlight } from '../../text/markdown/highlight.ts';
import { asUnformatted, parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import { summaryWords } from '../../text/markdown/plain-words.ts';
import type { Markdown } from '../../text/markdown/tree.ts';
import { summarise } from '../posts/summarise.ts';
import { boundLength, encodeBounded } from './bounded-output.ts';
import { headOf, type PageFacts } from './page-head.ts';
import { readPagePreloads } from './page-preloads.ts';
import { readTemplate, siteStyle } from './page-template.ts';
import { render } from './render.tsx';

/** The data from which a page is rendered. It must be structured-cloneable, because another thread renders it. */
export type PageSource = {
  path: string;
  /** The data that the components show. */
  answers: HydrationData;
  /** The part of `answers` that the page contains as JSON, for hydration. */
  hydrationData: HydrationData;
  facts: Omit<PageFacts, 'title' | 'path' | 'description'>;
  /** Whether to show the text unformatted, because formatting it takes too long or too much memory. */
  isPlain?: boolean;
};

/** Renders a page's HTML as UTF-8, in a buffer that can be transferred to another thread. */
export type PageRenderer = (source: PageSource) => Promise<Uint8Array<ArrayBuffer>>;

export function pageRenderer(clientDir: string): PageRenderer {
  const { fill, proseStyles, landingStyles } = readTemplate(clientDir);
  const modulesOf = readPagePreloads(clientDir);
  return async ({ path, answers, hydrationData, facts, isPlain }) => {
    const host = facts.origin && new URL(facts.origin).hostname;
    const text = answers.post ?? answers.sitePage;
    const markdown = text && format(text.content, isPlain);
    const prose = markdown && renderMarkdown(markdown, { host: host ?? '' });
    const { html, title } = await render(path, { ...answers, ...(prose !== undefined && { prose }) }, host, facts.site);
    const data = `<script type="application/json" id="first-answers">${jsonForScript(hydrationData)}</script>`;
    const description = answers.sitePage && markdown && summarise(summaryWords(markdown));
    const head = headOf({ ...facts, path, title, description });
    const ofScreen = path.split('?', 1)[0] === pagePaths.landing ? landingStyles : '';
    const ofText = markdown ? proseStyles(codeIn(markdown).length > 0) : ofScreen;
    const styles = ofText + siteStyle(facts.site);
    boundLength(head.length, styles.length, html.length, data.length);
    return encodeBounded(fill({ head: head + styles, html, data, modules: modulesOf(path), site: facts.site }));
  };
}

/** Parses a text and colours its code. */
function format(content: string, isPlain = false): Markdown {
  if (isPlain) return asUnformatted(content);
  const markdown = parseMarkdown(content);
  const blocks = codeToColour(markdown);
  const colours = blocks.map(({ language, text }) => highlight(language, text));
  return withColours(markdown, blocks, colours);
}
