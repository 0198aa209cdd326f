import { parseAtomFeed } from 'feedsmith';
import { JSDOM } from 'jsdom';
import { expect } from 'vitest';
import { origin, read } from './support/backend.ts';
import { metaOf, parse, structuredDataOf, textOf, textsOf } from './support/pages-backend.ts';
import { backends, stores } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

const hostile = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '--> ]]> <![CDATA[ <?xml ?>',
  '" onload="alert(1)" x="',
  "' onerror='alert(1)",
  '</title><h1>No heading of ours</h1></textarea></style></noscript>',
  '&amp; &lt; &#60; &nbsp &copy; & <',
  '$& $1 $` $$',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template language would fill is text here
  '\\u003c/script> \\" {{x}} ${x}',
  '🚂👩‍💻 ünïcödé 漢字',
  '\u202Eהפוך\u202C العربية \u200F',
  '\u2028 and \u2029 between',
  'a\uFFFEb\uFFFFc',
];

/** Control characters, most of which XML 1.0 forbids. HTML and XML read the lone carriage return as a line end. */
const controls = 'a\u0001b\u0008c\u000Bd\u001Fe\u007Ff\u0085g\rh';

/** Normalises line ends, as parsers of HTML and XML do. */
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n');
const without = (text: string) => lines(text).replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, '');

/** Expects the prose to have all words of the text, and no element from its HTML. Markdown may remove only marks. */
function expectWords(prose: Element | null, text: string): void {
  const words = text.replaceAll(/&\w+;?/g, '').match(/\p{L}{2,}/gu) ?? [];
  for (const word of words) expect(prose?.textContent).toContain(word);
  const elements = [...(prose?.querySelectorAll('*') ?? [])].map(({ localName }) => localName);
  expect(elements.filter((name) => !['p', 'br', 'code'].includes(name))).toEqual([]);
}

test("a post's fields are shown as text everywhere, whatever they contain", async ({ pages, backend, author }) => {
  const plain = await read(await backend.publish(author, { title: 'Plain', imgUrl: '/a.png', content: 'Text' }));
  const shape = (page: Document) =>
    [...page.querySelectorAll('*')]
      .filter((element) => !element.parentElement?.closest('.prose'))
      .map(({ localName }) => localName)
      .join();
  const plainShape = shape(await pages.page(`/blog/${plain._id}`));
  for (const text of [...hostile, controls, [...hostile, controls].join(' ')]) {
    const bad = {
      title: text.slice(0, 300),
      content: `${text}\n\n${text}`,
      imgUrl: `https://images.example/?${text}`,
    };
    const title = bad.title.trim();
    const post = await read(await backend.publish(author, bad));
    const page = await pages.page(`/blog/${post._id}`);
    expect(shape(page), text).toBe(plainShape);
    expectWords(page.querySelector('.prose'), text);
    expect(textOf(page, 'h1')).toBe(lines(title));
    expect(page.querySelector('main img')?.getAttribute('src')).toBe(new URL(bad.imgUrl).href);
    expect(metaOf(page, 'og:title')).toBe(without(title));
    expect(structuredDataOf(page)).toMatchObject({
      headline: title,
      image: new URL(bad.imgUrl).href,
      author: { name: 'Ada' },
    });
    const brought = JSON.parse(textOf(page, '#first-answers') ?? '');
    expect(brought.post).toEqual({ ...post, content: '', minutes: 1 });

    const xml = await (await pages.get('/feed.xml')).text();
    const entry = new JSDOM(xml, { contentType: 'application/xml' }).window.document.querySelector('entry');
    expect(entry?.querySelector('title')?.textContent).toBe(without(title));
    expectWords(parse(entry?.querySelector('content')?.textContent ?? '').body, text);
    expect(parseAtomFeed(xml).entries?.[0]).toMatchObject({ id: `urn:uuid:${post._id}` });
  }
  const home = await pages.page('/home');
  expect(textsOf(home, '.card-title')).toHaveLength(hostile.length + 3);
  expect(home.querySelectorAll('script')).toHaveLength(2);
  expect([...home.querySelectorAll('*')].filter((element) => element.hasAttribute('onerror'))).toEqual([]);
  const maps = await (await pages.get('/sitemap.xml')).text();
  const [map = ''] = maps.match(/(?<=<loc>)[^<]+(?=<\/loc>)/g)?.slice(1) ?? [];
  new JSDOM(await (await pages.get(map.slice(origin.length))).text(), { contentType: 'application/xml' });
});

test("an author's name with HTML is shown as text", async ({ pages, backend, author: { userId, ...author } }) => {
  const email = '</script>"<!--\'&]]>@example.com';
  const name = '</script>"<!--\'&]]>';
  // Registration refuses such an email, but an operator may import authors from elsewhere.
  await backend.db.updateTable('users').set({ email, name }).where('id', '=', userId).execute();
  const post = await read(await backend.publish({ userId, ...author }, { title: 'One' }));
  const page = await pages.page(`/blog/${post._id}`);
  expect(textOf(page, '.byline')).toContain(`By ${email}`);
  expect(structuredDataOf(page).author).toEqual({ '@type': 'Person', name });
  const feed = parseAtomFeed(await (await pages.get('/feed.xml')).text());
  expect(feed.entries?.[0]?.authors).toEqual([{ name }]);
});

// Node's HTTP server refuses such Host headers itself, so this test calls the app directly.

test('a hostile Host header adds no script to a page', { on: stores }, async ({ pages }) => {
  for (const host of ['evil.example"><script>', 'xn--nxasmq6b', 'a.example:8080']) {
    const response = await pages.get('/', { Host: host });
    expect(parse(await response.text()).querySelectorAll('script')).toHaveLength(2);
  }
});
