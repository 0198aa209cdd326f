// @vitest-environment node
import { expect, test } from 'vitest';
import { type GhostForms, ghostContent } from '../../src/writing/bring-in/ghost-content.ts';
import { htmlToMarkdown } from '../../src/writing/bring-in/html-to-markdown.ts';
import { readGhost } from '../../src/writing/bring-in/read-ghost.ts';

const contentOf = (forms: GhostForms) => ghostContent(forms, htmlToMarkdown);
const word = (text: string, format = 0) => ({ type: 'extended-text', text, format });
const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });
const mobiledoc = (document: object) =>
  JSON.stringify({ version: '0.3.1', atoms: [], cards: [], markups: [], sections: [], ...document });

test.for<[string, object[], string]>([
  ['paragraphs', [paragraph(word('One')), paragraph(word('two'))], 'One\n\ntwo'],
  [
    'marks',
    [paragraph(word('a ', 1), word('b', 2), word(' c ', 4), word('d<', 16), word(' e', 8))],
    '**a** *b* ~~c~~ `d<` e',
  ],
  ['line breaks', [paragraph(word('a'), { type: 'linebreak' }, word('b'))], 'a\nb'],
  ['links', [paragraph({ type: 'link', url: 'https://a.b/c', children: [word('Words')] })], '[Words](https://a.b/c)'],
  ['headings', [{ type: 'extended-heading', tag: 'h3', children: [word('Words')] }], '### Words'],
  [
    'quotes',
    [
      { type: 'extended-quote', children: [word('Words')] },
      { type: 'aside', children: [word('aside')] },
    ],
    '> Words\n\n> aside',
  ],
  [
    'lists in lists',
    [
      {
        type: 'list',
        listType: 'number',
        start: 3,
        children: [
          { type: 'listitem', children: [word('a')] },
          {
            type: 'listitem',
            children: [{ type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [word('b')] }] }],
          },
        ],
      },
    ],
    '3. a\n4. - b',
  ],
  [
    'code',
    [{ type: 'codeblock', code: 'a < b\n\n  c', language: 'js', caption: 'Words' }],
    '```js\na < b\n\n  c\n```\n\n*Words*',
  ],
  [
    'pictures',
    [{ type: 'image', src: 'https://a.b/c', alt: 'Alt', caption: 'Some <b>words</b>', width: 3 }],
    '![Alt](https://a.b/c)\n\n*Some **words***',
  ],
  [
    'galleries',
    [{ type: 'gallery', images: [{ src: '/a.jpg', fileName: 'x' }, { src: '/b.jpg' }], caption: 'Words' }],
    '![](/a.jpg)\n\n![](/b.jpg)\n\n*Words*',
  ],
  [
    'Markdown between paragraphs',
    [paragraph(word('a')), { type: 'markdown', markdown: '*b*\n\n- c\n' }, paragraph(word('d'))],
    'a\n\n*b*\n\n- c\n\nd',
  ],
  ['HTML', [{ type: 'html', html: '<p>Some <b>words</b></p>' }], 'Some **words**'],
  [
    'callouts',
    [{ type: 'callout', calloutText: '<p>Words</p>', calloutEmoji: '💡', backgroundColor: 'blue' }],
    'Words\n\n💡',
  ],
  ['toggles', [{ type: 'toggle', heading: 'One', content: '<p>two</p>' }], 'One\n\ntwo'],
  [
    'buttons',
    [{ type: 'button', buttonText: 'Words', buttonUrl: 'https://a.b/c', alignment: 'center' }],
    'Words\n\n<https://a.b/c>',
  ],
  [
    'bookmarks',
    [
      {
        type: 'bookmark',
        url: 'https://a.b',
        metadata: { icon: 'https://a.b/i.png', title: 'One', description: 'two' },
      },
    ],
    '<https://a.b>\n\nOne\n\ntwo',
  ],
  [
    'embeds',
    [{ type: 'embed', url: 'https://a.b/c', html: '<iframe src="https://a.b/d"></iframe>', metadata: { title: 'x' } }],
    '<https://a.b/c>',
  ],
  [
    'cards of later years',
    [{ type: 'poem', version: 1, lines: ['Rose', { verse: 'is a rose' }], size: 'L' }],
    'Rose\n\nis a rose',
  ],
  ['rules', [paragraph(word('a')), { type: 'horizontalrule' }, { type: 'email', html: '<p>mail</p>' }], 'a\n\n---'],
])('reads lexical alone: %s', ([, children, markdown]) => {
  expect(contentOf({ html: null, lexical: lexical(...children) })).toBe(markdown);
});

test.for<[string, object, string]>([
  [
    'paragraphs',
    {
      sections: [
        [1, 'p', [[0, [], 0, 'One']]],
        [1, 'p', [[0, [], 0, 'two']]],
      ],
    },
    'One\n\ntwo',
  ],
  [
    'marks over marks',
    {
      markups: [['strong'], ['a', ['rel', 'x', 'href', 'https://a.b/c']]],
      sections: [
        [
          1,
          'h2',
          [
            [0, [0], 0, 'a '],
            [0, [1], 2, 'b'],
            [0, [], 0, ' <c>'],
          ],
        ],
      ],
    },
    '## **a [b](https://a.b/c)** \\<c>',
  ],
  [
    'soft returns',
    {
      atoms: [['soft-return', '', {}]],
      sections: [
        [
          1,
          'p',
          [
            [0, [], 0, 'a'],
            [1, [], 0, 0],
            [0, [], 0, 'b'],
          ],
        ],
      ],
    },
    'a\nb',
  ],
  ['lists', { sections: [[3, 'ol', [[[0, [], 0, 'a']], [[0, [], 0, 'b']]]]] }, '1. a\n2. b'],
  ['pictures', { sections: [[2, 'https://a.b/c.jpg']] }, '![](https://a.b/c.jpg)'],
  [
    'cards',
    {
      cards: [
        ['image', { src: '/a.jpg', caption: 'Words' }],
        ['markdown', { markdown: '*b*' }],
        ['code', { code: 'c' }],
        ['hr', {}],
      ],
      sections: [
        [10, 0],
        [10, 1],
        [1, 'p', [[0, [], 0, 'd']]],
        [10, 2],
        [10, 3],
      ],
    },
    '![](/a.jpg)\n\n*Words*\n\n*b*\n\nd\n\n```\nc\n```\n\n---',
  ],
])('reads mobiledoc alone: %s', ([, document, markdown]) => {
  expect(contentOf({ html: null, mobiledoc: mobiledoc(document) })).toBe(markdown);
});

test('takes the first form of a text that has words', () => {
  const forms = {
    html: '<p>html</p>',
    lexical: lexical(paragraph(word('lexical'))),
    mobiledoc: '{',
    plaintext: 'plain',
  };
  expect(contentOf(forms)).toBe('html');
  expect(contentOf({ ...forms, html: '<p></p>' })).toBe('lexical');
  expect(contentOf({ ...forms, html: '', lexical: '{' })).toBe('plain');
  expect(contentOf({ ...forms, html: null, lexical: lexical(paragraph()) })).toBe('plain');
  expect(contentOf({ html: null, lexical: lexical(paragraph()), plaintext: null })).toBe('');
});

const found = async (...posts: object[]) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ data: { posts } }));
  const file = { path: 'ghost.json', size: 1, lastModified: 0, bytes: async () => bytes };
  const { texts, leftOut } = await readGhost(file);
  return { kinds: texts.map(({ kind }) => kind), leftOut };
};

test('leaves a post out and names it when no form of its text can be read', async () => {
  const post = { id: '1', title: 'A', status: 'published', html: null };
  const deep = `${'{"children":['.repeat(5_000)}${']}'.repeat(5_000)}`;
  const unread = ['{', '[]', '{"root":1}', '"words"', `{"root":{"children":[${deep}]}}`];
  const wrong = mobiledoc({ sections: [[77, 'p']] });
  const { kinds, leftOut } = await found(...unread.map((lexical) => ({ ...post, lexical })), {
    ...post,
    mobiledoc: wrong,
  });
  expect(kinds).toEqual([]);
  expect(leftOut).toHaveLength(6);
  for (const { place, reason } of leftOut)
    expect([place, reason]).toEqual(['A', expect.stringMatching(/^Its text is /)]);
});

test('publishes no post of which a part is for members alone', async () => {
  const card = (nonMember: boolean) => ({
    type: 'html',
    html: '<p>a</p>',
    visibility: { web: { nonMember, memberSegment: '' } },
  });
  const post = { id: '1', title: 'A', status: 'published', published_at: '2019-01-02T03:04:05.000Z' };
  const gated = (nonMember: boolean) =>
    `<!--kg-gated-block:begin nonMember:${nonMember} memberSegment:"status:free" --><p>a</p><!--kg-gated-block:end-->`;
  const { kinds } = await found(
    ...[true, false].flatMap((isPublic) => [
      { ...post, html: gated(isPublic) },
      { ...post, lexical: lexical(card(isPublic)) },
    ]),
  );
  expect(kinds).toEqual(['post', 'post', 'draft', 'draft']);
});
