// @vitest-environment node
import { expect, test } from 'vitest';
import { followablePage, nextPage } from '../../src/device/calls/link-header.ts';

const base = 'https://host.example/api/blog/posts?page=1';
const next = 'https://host.example/blog/posts?after=7';

test.each([
  ['quoted', `<${next}>; rel="next"`],
  ['unquoted', `<${next}>; rel=next`],
  ['in capitals', `<${next}>; REL="Next"`],
  ['without spaces', `<${next}>;rel="next"`],
  ['with many spaces', `  <${next}>  ;  rel  =  "next"  `],
  ['with other parameters before', `<${next}>; title="Older; rel=prev, really"; rel="next"`],
  ['with other parameters after', `<${next}>; rel=next; title="older"`],
  ['as one of several relations', `<${next}>; rel="nofollow next"`],
  ['after another link', `<https://host.example/first>; rel="first", <${next}>; rel="next"`],
  ['as the first of several', `<${next}>; rel=next, </other>; rel=next`],
  ['after a link with a comma in quotes', `</a>; rel=prev; title="one, two <three>", <${next}>; rel=next`],
])('finds the next page in a Link header that is written %s', (_, header) => {
  expect(nextPage(header, base)).toBe(next);
});

test.each([
  ['/blog/posts?after=7', 'https://host.example/blog/posts?after=7'],
  ['?after=7', 'https://host.example/api/blog/posts?after=7'],
  ['//other.example/p', 'https://other.example/p'],
  ['https://host.example/p?a=1,2;b=3', 'https://host.example/p?a=1,2;b=3'],
])('resolves the target %s against the URL of the response', (target, absolute) => {
  expect(nextPage(`<${target}>; rel="next"`, base)).toBe(absolute);
});

const withoutNext = [
  [null, '', '<>', 'rel="next"', '</a>', '</a>; rel', '</a>; rel=""', '</a>; rel="prev"', '</a>; rel="nextpage"'],
  ['</a>; rel="prev"; rel="next"', '</a>; title="rel=next"', '</a>; title="; rel=next"', '</a>; xrel=next'],
  ['<https://[broken>; rel=next'],
].flat();

test.each(withoutNext)('finds no next page in %j', (header) => {
  expect(nextPage(header, base)).toBeUndefined();
});

test.each([
  '<https://other.example/p>; rel=next',
  '<//other.example/p>; rel=next',
  '<http://host.example/p>; rel=next',
  '<https://ada:secret@host.example/p>; rel=next',
  '<javascript:alert(1)>; rel=next',
  `<${base}>; rel=next`,
  '<?page=1>; rel=next',
  '</a>; rel=prev',
])('does not follow the Link header %j', (header) => {
  expect(followablePage(header, base)).toBeUndefined();
});

test('follows a next page of the same origin', () => {
  expect(followablePage(`<${next}>; rel="next"`, base)).toBe(next);
});
