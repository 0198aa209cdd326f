import { parseAtomFeed } from 'feedsmith';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { origin, read } from './backend.ts';
import { metaOf, openPages, parse, structuredDataOf, textOf, textsOf } from './pages-backend.ts';
import { backends, stores } from './stores.ts';

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

/** What no document of XML 1.0 may hold, and a lone carriage return, which both HTML and XML read as a line's end. */
const controls = 'a\u0001b\u0008c\u000Bd\u001Fe\u007Ff\u0085g\rh';

/** As every reader of HTML and XML sees line ends. */
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n');
const without = (text: string) => lines(text).replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, '');

for (const store of backends) {
  test(`${store.name}: whatever a post's fields hold, it is text everywhere and nothing else`, async () => {
    await using pages = await openPages(store);
    const author = await pages.backend.register();
    const plain = await read(
      await pages.backend.publish(author, { title: 'Plain', imgUrl: '/a.png', content: 'Text' }),
    );
    const shape = (page: Document) => [...page.querySelectorAll('*')].map(({ localName }) => localName).join();
    const plainShape = shape(await pages.page(`/blog/${plain._id}`));
    for (const text of [...hostile, controls, [...hostile, controls].join(' ')]) {
      const bad = {
        title: text.slice(0, 300),
        content: `${text}\n\n${text}`,
        imgUrl: `https://images.example/?${text}`,
      };
      const title = bad.title.trim();
      const post = await read(await pages.backend.publish(author, bad));
      const page = await pages.page(`/blog/${post._id}`);
      expect(shape(page), text).toBe(plainShape);
      expect(textOf(page, '.prose')).toBe(lines(bad.content));
      expect(textOf(page, 'h1')).toBe(lines(title));
      expect(page.querySelector('main img')?.getAttribute('src')).toBe(lines(bad.imgUrl));
      expect(metaOf(page, 'og:title')).toBe(without(title));
      expect(structuredDataOf(page)).toMatchObject({
        headline: title,
        image: new URL(bad.imgUrl).href,
        author: { name: author.email },
      });
      const brought = JSON.parse(textOf(page, '#first-answers') ?? '');
      expect(brought.post).toEqual({ ...post, content: '' });

      const xml = await (await pages.get('/feed.xml')).text();
      const entry = new JSDOM(xml, { contentType: 'application/xml' }).window.document.querySelector('entry');
      expect(entry?.querySelector('title')?.textContent).toBe(without(title));
      expect(entry?.querySelector('content')?.textContent).toBe(without(bad.content));
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

  test(`${store.name}: an author's name is as harmless as a post's`, async () => {
    await using pages = await openPages(store);
    const { userId, ...author } = await pages.backend.register();
    const email = '</script>"<!--\'&]]>@example.com';
    // No registration takes such an address; whoever imports authors from elsewhere may.
    await pages.backend.inDatabase((db) => db.updateTable('users').set({ email }).where('id', '=', userId).execute());
    const post = await read(await pages.backend.publish({ userId, ...author }, { title: 'One' }));
    const page = await pages.page(`/blog/${post._id}`);
    expect(textOf(page, '.byline')).toContain(`By ${email}`);
    expect(structuredDataOf(page).author).toEqual({ '@type': 'Person', name: email });
    const feed = parseAtomFeed(await (await pages.get('/feed.xml')).text());
    expect(feed.entries?.[0]?.authors).toEqual([{ name: email }]);
  });
}

// Node's own HTTP turns such a host away before the app is asked.
for (const store of stores) {
  test(`${store.name}: whatever host a page is asked by, its head stays whole`, async () => {
    await using pages = await openPages(store);
    for (const host of ['evil.example"><script>', 'xn--nxasmq6b', 'a.example:8080']) {
      const response = await pages.get('/', { Host: host });
      expect(parse(await response.text()).querySelectorAll('script')).toHaveLength(2);
    }
  });
}
