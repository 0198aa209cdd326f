import { expect, test } from 'vitest';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { findWriting } from '../../src/writing/import-texts/find-writing.ts';
import { htmlToMarkdown } from '../../src/writing/import-texts/html-to-markdown.ts';
import { picturesIn, withPictures } from '../../src/writing/import-texts/pictures-in.ts';
import { readGhost } from '../../src/writing/import-texts/read-ghost.ts';
import { readWordPress } from '../../src/writing/import-texts/read-wordpress.ts';
import { sourceFile } from './support/source-file.ts';

const fileOf = (path: string, text: string) => sourceFile(path, text, Date.UTC(2021, 0, 1));

/** Parses Markdown into a tree that is equal for all notations that render alike. */
const shown = (markdown: string) => ({ ...parseMarkdown(markdown), room: 0 });

/** Returns the addresses of the links in a text. */
const linksOf = (markdown: string): string[] =>
  [...JSON.stringify(parseMarkdown(markdown)).matchAll(/"kind":"link","url":("(?:[^"\\]|\\.)*")/g)].map(
    ([, url = '']) => JSON.parse(url),
  );

const readAll = async (texts: Awaited<ReturnType<typeof readGhost>>['texts']) =>
  Promise.all(texts.map(async (text) => ({ ...text, post: await text.read() })));

test.for<[string, string]>([
  ['<h2>A <em>title</em></h2><p>One<br>two  \n three</p>', '## A *title*\n\nOne\ntwo three'],
  ['<p>a <strong> b </strong>c <del>d</del> <code>e`f</code></p>', 'a  **b** c ~~d~~ ``e`f``'.replace('  ', ' ')],
  ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>', '- a\n  - b\n- c\n\n  d'],
  ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  [
    '<pre class="wp-block-code"><code class="language-ts">const a = `b`;\n\n  c\n</code></pre>',
    '```ts\nconst a = `b`;\n\n  c\n```',
  ],
  ['<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td></tr></table>', '| a | b\\|c |\n| --- | --- |\n| 1 |  |'],
  [
    '<figure><img src="https://a.b/c 1.jpg" alt="A [b]"><figcaption>Words</figcaption></figure>',
    '![A \\[b\\]](https://a.b/c%201.jpg)\n\n*Words*',
  ],
  ['<a href="/x">link</a> <a href="javascript:alert(1)">none</a><hr>', '[link](/x) none\n\n---'],
  [
    '<p>*not* _em_ `no` &lt;b&gt; [x](y) &amp;amp; 1. a</p><p># no</p><p>1. no</p><p>- no</p>',
    '\\*not\\* \\_em\\_ \\`no\\` \\<b> \\[x\\](y) \\&amp; 1. a\n\n\\# no\n\n1\\. no\n\n\\- no',
  ],
  [
    '<iframe src="//www.youtube.com/embed/x"></iframe><script>alert(1)</script><style>a{}</style><p onclick="x()">ok</p>',
    '<https://www.youtube.com/embed/x>\n\nok',
  ],
  ['<div><div>a</div>b<span><p>c</p></span></div>', 'a\n\nb\n\nc'],
  ['<img src=x onerror="a()"><svg onload="a()"></svg><p>b</p>', '![](x)\n\nb'],
  ['<pre>one<br>two</pre>', '```\none\ntwo\n```'],
  ['<pre class="brush: php"><div>one</div><div>  two</div></pre>', '```php\none\n  two\n```'],
  ['<ul><li>a</li><ul><li>b</li><li>c</li></ul></ul>', '- a\n  - b\n  - c'],
  ['<ol><li>a</li><ol><li>b</li></ol><li>c</li></ol>', '1. a\n   1. b\n2. c'],
  ['<table><tr><th>h</th></tr><tr><td><p>one</p><p>two</p></td></tr></table>', '| h |\n| - |\n| one two |'],
  ['<h2><div>one</div><div>two<br>three</div></h2>', '## one two three'],
  ['<b><p>one</p><p>two</p></b>', 'one\n\ntwo'],
  ['<a href="/x"><div>one</div><div>two</div></a>', '[one](/x)\n\n[two](/x)'],
  ['<table><caption>Words</caption><tr><th>a</th></tr></table>', 'Words\n\n| a |\n| - |'],
  ['<p><b>(a)</b>b <b>c</b></p>', '(a)b **c**'],
  ['<p>これは<strong>「大事」</strong>です</p>', 'これは**「大事」**です'],
  ['<p><b>a</b><b>b</b> <b>c<b>d</b></b></p>', '**ab** **cd**'],
  ['<p>un<em>“frigging”</em>believable</p>', 'un“frigging”believable'],
  ['<p><b><i>a</i></b> <b># </b>b</p>', '***a*** **#** b'],
])('htmlToMarkdown returns Markdown that renders the content of the HTML: %s', ([html, markdown]) => {
  expect(shown(htmlToMarkdown(html))).toEqual(shown(markdown));
});

test.for([
  ['nested elements', '<blockquote>'.repeat(100_000)],
  ['elements', '<b id="1">x</b><p>'.repeat(100_000)],
  [
    'marks that no element closes',
    `${Array.from({ length: 400 }, (_, id) => `<b id="${id}">`).join('')}${'<p>x'.repeat(40_000)}`,
  ],
  ['attributes', `<p ${Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join('')}>`],
  ['cells', `<table><tr>${'<td>x'.repeat(9_000)}${'<tr><td>y'.repeat(9_000)}</table>`],
  ['columns of a cell', '<table><tr><td colspan="1000000000">x</table>'],
  ['marks', '<b>(a)</b>b'.repeat(50_000)],
  ['addresses', 'https://a.b/c '.repeat(20_000)],
] as const)('htmlToMarkdown converts hostile HTML to the end before the test times out: %s', ([, html]) => {
  expect(htmlToMarkdown(`${html}deep`)).toContain('deep');
});

test.for<[string, string[]]>([
  ['<p>See https://a.b/watch?v=ab_cd_e*f~~g, *so*</p>', ['https://a.b/watch?v=ab_cd_e*f~~g']],
  ['<p>www.a.b/x_y_z and (https://a.b/c_d_(e)) _f_</p>', ['http://www.a.b/x_y_z', 'https://a.b/c_d_(e)']],
  ['<p>HTTPS://a.b/?a=1&amp;amp;c_d&amp;copy=2</p>', ['HTTPS://a.b/?a=1&amp;c_d&copy=2']],
  ['<p><em>https://a.b/c_d</em> https://a.b/e_f&lt;i&gt;</p>', ['https://a.b/c_d', 'https://a.b/e_f']],
  ['<a href="https://a.b/c_d">https://a.b/[c]_d</a>', ['https://a.b/c_d']],
])('htmlToMarkdown returns links with exactly the URLs in the HTML: %s', ([html, addresses]) => {
  expect(linksOf(htmlToMarkdown(html))).toEqual(addresses);
});

test('picturesIn and withPictures find and replace only the URLs of pictures', () => {
  const post = { title: '', imgUrl: 'a.jpg', content: '![x](a.jpg) ![y]( <b.png> "t") [a](a.jpg) ![x](other.jpg)' };
  expect(picturesIn(post)).toEqual(['a.jpg', 'b.png', 'other.jpg']);
  const moved = withPictures(post, (address) => (address === 'other.jpg' ? undefined : `/images/${address}$&`));
  expect(picturesIn(moved)).toEqual(['/images/a.jpg$&', '/images/b.png$&', 'other.jpg']);
  expect(moved.content).toContain('[a](a.jpg)');
});

test.for([
  '![x](boat(1).png)',
  '![x](<a boat.png> "title")',
  '![x][boat]\n\n[boat]: <a boat.png>\n',
  '[![x](boat.png)](boat.png)',
  '> - ![x](gr\u00fcn.png)',
  '![a [b]](boat.png) and `![x](boat.png)`',
  '![x](a\\(b.png)',
])('picturesIn and withPictures find and replace a picture in any notation: %j', (content) => {
  const post = { title: '', imgUrl: '', content };
  expect(picturesIn(post)).toHaveLength(1);
  const moved = withPictures(post, () => '/images/new.png');
  expect(picturesIn(moved)).toEqual(['/images/new.png']);
  expect(moved.content.includes('`![x](boat.png)`')).toBe(content.includes('`'));
  expect(moved.content.includes('](boat.png)')).toBe(/`|\]\(boat.png\)$/.test(content));
});

test('readGhost reads the dates, tags and drafts of a Ghost export, and skips pages', async () => {
  const posts = [
    {
      id: '1',
      uuid: 'u1',
      title: 'One',
      html: '<p>Text <img src="__GHOST_URL__/content/images/a.jpg"></p>',
      feature_image: '__GHOST_URL__/b.jpg',
      status: 'published',
      type: 'post',
      published_at: '2019-01-02T03:04:05.000Z',
      created_at: '2018-01-01T00:00:00.000Z',
      updated_at: '2019-02-01T00:00:00.000Z',
    },
    {
      id: 2,
      title: 'Two',
      html: '<p><em>Old</em> "text"</p>',
      status: 'draft',
      created_at: 1_500_000_000_000,
    },
    { id: '3', title: 'About', html: '', type: 'page', status: 'published' },
    { title: 'No id' },
  ];
  const tags = [
    { id: 't', name: 'Sea side' },
    { id: 'h', name: '#internal' },
  ];
  const posts_tags = [
    { post_id: '1', tag_id: 't' },
    { post_id: '1', tag_id: 'h' },
  ];
  const json = JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts, tags, posts_tags } }] });
  const { texts, leftOut } = await readGhost(fileOf('ghost.json', json));
  expect(await readAll(texts)).toMatchObject([
    {
      kind: 'post',
      source: 'ghost:u1',
      createdAt: '2019-01-02T03:04:05.000Z',
      updatedAt: '2019-02-01T00:00:00.000Z',
      post: {
        title: 'One',
        imgUrl: '__GHOST_URL__/b.jpg',
        content: 'Text ![](__GHOST_URL__/content/images/a.jpg)\n\n#Seaside',
      },
    },
    { kind: 'draft', source: 'ghost:2', createdAt: '2017-07-14T02:40:00.000Z', post: { content: '*Old* "text"' } },
  ]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['It is a page, not a post.', 'It has no id.']);
  for (const other of ['[]', '{"db":[]}', '{"db":[{"data":{}}]}', 'null', '{'])
    await expect(readGhost(fileOf('x.json', other))).rejects.toThrow(/JSON/);
});

test.for([
  [{ status: 'published' }, 'post'],
  [{ status: 'published', visibility: 'public' }, 'post'],
  [{ status: 'published', visibility: null }, 'post'],
  [{ status: 'published', visibility: 'members' }, 'draft'],
  [{ status: 'published', visibility: ['members'] }, 'draft'],
  [{ status: 'sent', visibility: 'public' }, 'draft'],
] as const)('readGhost returns a post as a draft unless it was published for everybody: %j', async ([fields, kind]) => {
  const updated_at = '2020-01-01';
  expect((await readGhostPost({ html: '<p>a</p>', updated_at, ...fields })).found).toEqual([[kind, 'a', published_at]]);
});

const published_at = '2019-01-02T03:04:05.000Z';
const publicGhostPost = { id: '1', title: 'A', status: 'published', published_at };

const readGhostPost = async (fields: object) => {
  const posts = [{ ...publicGhostPost, ...fields }];
  const { texts, leftOut } = await readGhost(fileOf('ghost.json', JSON.stringify({ data: { posts } })));
  return { found: (await readAll(texts)).map(({ kind, post, createdAt }) => [kind, post.content, createdAt]), leftOut };
};

test.for<[string, object]>([
  ['Lexical', { html: null, lexical: '{"root":{}}' }],
  ['Mobiledoc', { html: ' ', mobiledoc: '{"sections":[]}' }],
])('skips a Ghost post whose text is only in %s, and tells the author what to do', async ([, fields]) => {
  const { found, leftOut } = await readGhostPost(fields);
  expect(found).toEqual([]);
  expect(leftOut).toEqual([
    { place: 'A', reason: 'Ghost exported it without its HTML. Save it in Ghost again, then export again.' },
  ]);
  expect((await readGhostPost({ ...fields, plaintext: 'Words' })).found).toEqual([['post', 'Words', published_at]]);
});

test.for([
  [true, 'post'],
  [false, 'draft'],
] as const)('a gated block makes a Ghost post a draft unless its nonMember is true: %s', async ([nonMember, kind]) => {
  const html = `<!--kg-gated-block:begin nonMember:${nonMember} memberSegment:"" --><p>a</p><!--kg-gated-block:end-->`;
  expect((await readGhostPost({ html })).found).toEqual([[kind, 'a', published_at]]);
});

const item = (fields: string) => `<item>${fields}</item>`;
const wxr = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`;

test('readWordPress reads dates, pictures, tags and paragraphs, and skips pages', async () => {
  const items = [
    '<title>Sea &amp; sand</title><content:encoded><![CDATA[First line\nsecond line\n\nNext [caption id="x"]<img src="https://old.example/a.jpg" /> Words[/caption]\n\n<pre>a\n\nb</pre>]]></content:encoded><wp:post_id>7</wp:post_id><wp:post_date_gmt>2012-03-04 05:06:07</wp:post_date_gmt><wp:post_modified_gmt>2012-03-01 00:00:00</wp:post_modified_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="post_tag" nicename="x"><![CDATA[tides]]></category><category domain="category"><![CDATA[General]]></category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>',
    '<title>Draft</title><content:encoded><![CDATA[<!-- wp:paragraph --><p>Block\ntext</p><!-- /wp:paragraph -->]]></content:encoded><wp:post_id>8</wp:post_id><wp:post_date>2013-01-01 00:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:status>draft</wp:status><wp:post_type>post</wp:post_type>',
    '<title>a.jpg</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/full.jpg</wp:attachment_url>',
    '<title>About</title><wp:post_id>10</wp:post_id><wp:status>publish</wp:status><wp:post_type>page</wp:post_type>',
    '<title>Gone</title><wp:post_id>11</wp:post_id><wp:status>trash</wp:status><wp:post_type>post</wp:post_type>',
  ];
  const text = wxr(...items.map(item));
  const { texts, leftOut } = await readWordPress(fileOf('wp.xml', text));
  expect(await readAll(texts)).toMatchObject([
    {
      kind: 'post',
      source: 'wordpress:https://old.example 7',
      createdAt: '2012-03-04T05:06:07.000Z',
      updatedAt: null,
      post: {
        title: 'Sea & sand',
        imgUrl: 'https://old.example/full.jpg',
        content: 'First line\nsecond line\n\nNext ![](https://old.example/a.jpg) Words\n\n```\na\n\nb\n```\n\n#tides',
      },
    },
    { kind: 'draft', createdAt: '2013-01-01T00:00:00.000-00:00', post: { content: 'Block text' } },
  ]);
  expect(leftOut).toEqual([
    { place: 'About', reason: 'It is a page, not a post.' },
    { place: 'Gone', reason: 'It was deleted.' },
  ]);
  for (const other of [
    '<rss/>',
    '<channel>',
    wxr().replace('wp:wxr_version>1.2', 'wp:other>1').replace('/wp:wxr_version', '/wp:other'),
  ])
    await expect(readWordPress(fileOf('x.xml', other))).rejects.toThrow(/XML/);
});

const post = (fields: string) =>
  item(
    `${fields}<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_date>2020-01-01</wp:post_date>`,
  );

const readPosts = async (...items: string[]) => {
  const { texts, leftOut } = await readWordPress(fileOf('wp.xml', wxr(...items)));
  return { posts: (await readAll(texts)).map((text) => text.post), leftOut };
};

test('a damaged part of a WordPress export affects only its own post', async () => {
  const { posts, leftOut } = await readPosts(
    post('<title><![CDATA[a\u000bb]]></title><plugin:score>3</plugin:score>'),
    post('<title>c & d < e</title>'),
    post('<title>lost</title><wp:x>'),
    post('<title>last</title>'),
  );
  expect(posts.map(({ title }) => title)).toEqual(['ab', 'c & d < e', 'last']);
  expect(leftOut).toEqual([{ place: 'lost', reason: 'It is damaged.' }]);
});

test('reads the complete posts of a truncated WordPress export, and reports the loss', async () => {
  const whole = wxr(post('<title>first</title>'), post('<title>second</title>'));
  const { texts, leftOut } = await readWordPress(fileOf('wp.xml', whole.slice(0, whole.indexOf('second') + 3)));
  expect(texts.map(({ title }) => title)).toEqual(['first']);
  expect(leftOut).toEqual([{ place: 'wp.xml', reason: 'The end of the file is missing.' }]);
});

test('readWordPress converts the HTML in titles and tags to plain text', async () => {
  const tag = '<category domain="post_tag"><![CDATA[Q&amp;A]]></category>';
  const { posts } = await readPosts(
    post(`<title><![CDATA[Salt &amp; vinegar]]></title>${tag}`),
    post('<title><![CDATA[It&#8217;s <em>so</em> <T>]]></title>'),
  );
  expect(posts.map(({ title }) => title)).toEqual(['Salt & vinegar', 'It’s so <T>']);
  expect(posts[0]?.content).toBe('#QA');
});

test.for([
  ['[code language="python"]\nif a:\n    b()\n\n    c()\n[/code]', '```python\nif a:\n    b()\n\n    c()\n```'],
  ['[sourcecode]\n#include <stdio.h>\nint x;\n[/sourcecode]', '```\n#include <stdio.h>\nint x;\n```'],
  ['[php]a &lt; b &amp;&amp; [0][/php]', '```php\na < b && [0]\n```'],
  ['Say [code] or [php].\n\nThen [caption]x[/caption]', 'Say \\[code] or \\[php].\n\nThen x'],
  ['<pre>[code]\n\nx[/code]</pre>', '```\n[code]\n\nx[/code]\n```'],
  ['[caption caption="Its &#8220;words&#8221;"]<img src="/a.jpg">[/caption]', '![](/a.jpg) Its “words”'],
  [
    'One [gallery ids="902, 901"] two',
    'One\n\n![](https://old.example/b.jpg)\n\n![](https://old.example/a.jpg)\n\ntwo',
  ],
  ['[gallery]', '![](https://old.example/b.jpg)'],
  ['[gallery ids="1"] [embed]https://a.b/c[/embed]', '\\[gallery ids="1"] https://a.b/c'],
  ['[video mp4="https://a.b/c.mp4"][/video]', '<https://a.b/c.mp4>'],
])('readWordPress converts shortcodes to Markdown of the content that they show: %s', async ([written, markdown]) => {
  const file = (id: number, url: string, parent: number) =>
    item(
      `<wp:post_id>${id}</wp:post_id><wp:post_parent>${parent}</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/${url}</wp:attachment_url>`,
    );
  const { posts } = await readPosts(
    post(`<wp:post_id>7</wp:post_id><content:encoded><![CDATA[${written}]]></content:encoded>`),
    file(901, 'a.jpg', 0),
    file(902, 'b.jpg', 7),
  );
  expect(shown(posts[0]?.content ?? '')).toEqual(shown(markdown ?? ''));
});

const numbers = Array.from({ length: 30 }, (_, at) => at);
const long = '<p>Some <em>words</em></p>'.repeat(200);

const ghost = (): File => {
  const posts = numbers.map((id) => ({ ...publicGhostPost, id, html: long }));
  return new File([JSON.stringify({ data: { posts } })], 'ghost.json');
};

const wordPress = (): File => {
  const content = `<content:encoded><![CDATA[${long}]]></content:encoded>`;
  return new File([wxr(...numbers.map((id) => post(`<wp:post_id>${id}</wp:post_id>${content}`)))], 'wordpress.xml');
};

test.for([ghost, wordPress])('findWriting lets other tasks run while it reads a long export: %o', async (make) => {
  let tasks = 0;
  const counting = setInterval(() => {
    tasks += 1;
  });
  const { texts } = await findWriting([make()], () => undefined, new AbortController().signal);
  clearInterval(counting);
  expect(texts.length).toBe(numbers.length);
  expect(tasks).toBeGreaterThan(3);
});

test.for([ghost, wordPress])('findWriting can be cancelled while it reads a long export: %o', async (make) => {
  const ending = new AbortController();
  const ended = new Error('Ended');
  const reading = findWriting([make()], () => setTimeout(() => ending.abort(ended)), ending.signal);
  await expect(reading).rejects.toBe(ended);
});
