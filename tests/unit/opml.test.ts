import { expect, test } from 'vitest';
import type { Followed } from '../../src/data/follows/follow.ts';
import { readOpml, writeOpml } from '../../src/data/follows/opml.ts';

const origin = 'https://blog.example';
const id = '01890000-0000-7000-8000-000000000001';
const ada: Followed = { kind: 'author', key: id, name: 'Ada "<&>" \u0007 Łę\ud800' };
const topic: Followed = { kind: 'topic', key: 'größe', name: 'größe' };

const opml = (outlines: string) => `<opml version="2.0"><body>${outlines}</body></opml>`;
const feed = (xmlUrl: string, more = '') => `<outline type="rss" text="Ada" xmlUrl="${xmlUrl}"${more}/>`;

test('What is followed goes out as OPML 2.0 and comes back as it was', () => {
  const text = writeOpml([ada, topic], origin);
  const xml = new DOMParser().parseFromString(text, 'text/xml');
  expect(xml.querySelector('opml')?.getAttribute('version')).toBe('2.0');
  expect(
    [...xml.querySelectorAll('outline')].map((one) => [
      one.getAttribute('type'),
      one.getAttribute('xmlUrl'),
      one.getAttribute('htmlUrl'),
    ]),
  ).toEqual([
    ['rss', `${origin}/author/${id}/feed.xml`, `${origin}/author/${id}`],
    ['rss', `${origin}/topic/gr%C3%B6%C3%9Fe/feed.xml`, `${origin}/topic/gr%C3%B6%C3%9Fe`],
  ]);
  expect(readOpml(text, origin)).toEqual({
    kind: 'feeds',
    followed: [{ ...ada, name: 'Ada "<&>" Łę\ufffd' }, topic],
    left: 0,
  });
});

test.each([
  ['another site', 'https://other.example/author/x/feed.xml'],
  ['a longer host name', `https://blog.example.evil.example/author/${id}/feed.xml`],
  ['another scheme', `javascript:alert(1)//author/${id}/feed.xml`],
  ['the whole site', `${origin}/feed.xml`],
  ['no feed', `${origin}/author/${id}`],
  ['no account’s id', `${origin}/author/${'x'.repeat(5_000)}/feed.xml`],
  ['a path in an id', `${origin}/author/..%2F..%2Fadmin/feed.xml`],
  ['no topic', `${origin}/topic/%E0%A4%A/feed.xml`],
  ['a number for a topic', `${origin}/topic/12/feed.xml`],
  ['no address', 'feed'],
  ['nothing', ''],
])('A feed of %s is left out and counted', (_, xmlUrl) => {
  expect(readOpml(opml(feed(xmlUrl)), origin)).toEqual({ kind: 'feeds', followed: [], left: 1 });
});

test('Feeds in folders are found, and one that is listed twice is followed once', () => {
  const twice = feed(`${origin}/topic/Rust/feed.xml`) + feed(`${origin}/topic/rust/feed.xml`);
  expect(readOpml(opml(`<outline text="Folder">${twice}</outline>`), origin)).toEqual({
    kind: 'feeds',
    followed: [{ kind: 'topic', key: 'rust', name: 'rust' }],
    left: 0,
  });
});

test.each([
  ['an empty file', ''],
  ['a picture', '\u0089PNG\r\n\u001a'],
  ['a web page', '<!doctype html><title>No</title>'],
  ['a feed', '<feed xmlns="http://www.w3.org/2005/Atom"/>'],
  ['a broken document', '<opml><body><outline xmlUrl="'],
  [
    'a document with entities',
    `<!DOCTYPE opml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${opml(feed(`${origin}/topic/rust/feed.xml`))}`,
  ],
])('%s is no OPML', (_, text) => {
  expect(readOpml(text, origin)).toEqual({ kind: 'no OPML' });
});
