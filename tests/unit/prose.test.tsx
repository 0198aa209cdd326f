import { render } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Prose } from '../../src/app/parts/Prose.tsx';
import { proseParts } from '../../src/app/parts/proseParts.ts';

const linksIn = (text: string) => proseParts(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []));
const codeIn = (text: string) => proseParts(text).flatMap((part) => (part.kind === 'code' ? [part.text] : []));

test('whatever the text, its parts are the text, with line ends as pages have them', () => {
  const pieces = fc.constantFrom(
    '```\n',
    '~~~',
    '    ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    'http://a.b/c',
    '(',
    ')',
    '.',
    'é ',
    '<p>',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((some) => some.join('')),
      ),
      (text) => {
        const joined = proseParts(text)
          .map((part) => part.text)
          .join('');
        expect(joined).toBe(text.replaceAll(/\r\n?/g, '\n'));
      },
    ),
  );
});

test('an address becomes a link that says nothing of where it was followed', () => {
  const { container } = render(<Prose content={'See https://example.org/a?b=c#d, and\n\nhttp://example.org.'} />);
  const links = [...container.querySelectorAll('a')];
  expect(links.map((link) => link.href)).toEqual(['https://example.org/a?b=c#d', 'http://example.org/']);
  expect(links.map((link) => link.rel)).toEqual(Array(2).fill('noopener noreferrer nofollow ugc'));
  expect(container.textContent).toBe('See https://example.org/a?b=c#d, and\n\nhttp://example.org.');
});

test.each([
  ['(https://example.org/a)', 'https://example.org/a'],
  ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['(see https://example.org/a_(b)).', 'https://example.org/a_(b)'],
  ['“https://example.org”', 'https://example.org'],
  ['https://example.org/…', 'https://example.org/'],
])('%s links to %s', (text, link) => {
  expect(linksIn(text)).toEqual([link]);
});

test.each(['javascript:alert(1)', 'https://', 'data:text/html,x', 'ftp://example.org', 'www.example.org'])(
  '%s is text',
  (text) => {
    expect(linksIn(text)).toEqual([]);
  },
);

test('fenced lines are code as typed, markup in them and all', () => {
  const text = 'Before\n```ts\nconst a = "<b>";\n\n  https://example.org\n```\nAfter';
  expect(codeIn(text)).toEqual(['```ts\nconst a = "<b>";\n\n  https://example.org\n```\n']);
  expect(linksIn(text)).toEqual([]);
  const { container } = render(<Prose content={text} />);
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).toBe(text);
});

test('a fence that is never closed is text', () => {
  expect(codeIn('```\nso it goes on')).toEqual([]);
});

test('indented lines after an empty line are code, over empty lines between them', () => {
  expect(codeIn('Run:\n\n    npm ci\n\n    npm start\n\nand wait.')).toEqual(['    npm ci\n\n    npm start\n']);
  expect(codeIn('\tfirst line of all')).toEqual(['\tfirst line of all']);
});

test('a line that is indented in the middle of a paragraph is not code', () => {
  expect(codeIn('A poem\n    steps in\nand out')).toEqual([]);
});

test.each([
  ['opening fences', '```a\n'],
  ['closing brackets', ')'],
  ['addresses', 'https://e.x '],
  ['indents', '    a\n\n'],
])('a post of nothing but %s, as long as a post may be, is read once', (_, piece) => {
  const text = `http://e.x/${piece.repeat(1_000_000 / piece.length)}`;
  const parts = proseParts(text);
  expect(parts.reduce((sum, part) => sum + part.text.length, 0)).toBe(text.length);
});
