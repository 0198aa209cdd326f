import { expect, test } from 'vitest';
import { renderFeedContent } from '../../src/server/pages/render-feed-content.ts';

const path = '/blog/0199c0de-0000-7000-8000-000000000000';
const picture = `/images/${'a'.repeat(64)}-640x480.webp`;

/** Returns a post's content as a feed reader renders it. */
function contentOf(content: string, origin = 'https://blog.example', isPlain = false): HTMLElement {
  const escaped = document.createElement('textarea');
  escaped.innerHTML = renderFeedContent({ kind: 'feed', content, origin, path, isPlain });
  const page = document.createElement('div');
  page.innerHTML = escaped.value;
  return page;
}

const addressesOf = (page: HTMLElement) =>
  [...page.querySelectorAll('[href],[src]')].map((node) => node.getAttribute('href') ?? node.getAttribute('src'));

test('a feed shows done and open tasks as ☑ and ☐, in tight and loose lists', () => {
  const items = [...contentOf('- [x] paid\n- [ ] **sent**\n\n1. [X] a\n\n   b\n\n2. [ ] c').querySelectorAll('li')];
  expect(items.map(({ textContent }) => textContent)).toEqual(['☑ paid', '☐ sent', '☑ ab', '☐ c']);
  expect(items.map(({ innerHTML }) => innerHTML)).toEqual([
    '☑ paid',
    '☐ <strong>sent</strong>',
    '<p dir="auto">☑ a</p><p dir="auto">b</p>',
    '<p dir="auto">☐ c</p>',
  ]);
});

test('a feed aligns table cells with the align attribute', () => {
  const cells = [...contentOf('|a|b|c|d|\n|:--|:-:|--:|--|\n|1|2|3|4|').querySelectorAll('td')];
  expect(cells.map((cell) => cell.getAttribute('align'))).toEqual(['left', 'center', 'right', null]);
});

test('a feed has an unformatted text in a pre element, with all lines and spaces', () => {
  const page = contentOf('one\n  two\n\nthree', undefined, true);
  expect(page.querySelector('pre')?.textContent).toBe('one\n  two\n\nthree');
});

test('the HTML in a feed has no classes, except on images', () => {
  const page = contentOf(`- [x] a\n\n|a|\n|-:|\n|b|\n\n\`\`\`js\nlet a\n\`\`\`\n\n![b](${picture}) ~~c~~ \`d\` # e`);
  expect([...page.querySelectorAll('[class]:not(img)')].map(({ outerHTML }) => outerHTML)).toEqual([]);
});

test.each([
  ['[a](other)', 'https://blog.example/blog/other'],
  ['[a](../b?c#d)', 'https://blog.example/b?c#d'],
  ['[a](?b=c)', `https://blog.example${path}?b=c`],
  ['[a](#b)', `https://blog.example${path}#b`],
  ['[a]()', `https://blog.example${path}`],
  ['[a](/b)', 'https://blog.example/b'],
  ['[a](//other.example/b)', 'https://other.example/b'],
  ['[a](https://other.example)', 'https://other.example'],
  ['<me@other.example>', 'mailto:me@other.example'],
  ['[a]\n\n[a]: b', 'https://blog.example/blog/b'],
  ['![a](b.png)', 'https://blog.example/blog/b.png'],
  ['![](//other.example/b.png)', 'https://other.example/b.png'],
  [`![a](${picture})`, `https://blog.example${picture}`],
  ['#topic', 'https://blog.example/topic/topic'],
])('in a feed, %s has the absolute URL %s', (text, address) => {
  expect(addressesOf(contentOf(text))).toEqual([address]);
});

test("without an origin, a feed's own URLs are absolute paths, without any srcset", () => {
  const page = contentOf(`[a](#b) [c](d) [e](https://f.example/) ![g](${picture})`, '');
  expect(addressesOf(page)).toEqual([`${path}#b`, '/blog/d', 'https://f.example/', picture]);
  expect(page.querySelector('[srcset]')).toBeNull();
});
