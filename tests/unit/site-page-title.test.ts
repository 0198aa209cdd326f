// @vitest-environment node
import { expect, test } from 'vitest';
import { checkPage } from '../../src/server/site/check-page.ts';

test.each([
  ['# Imprint\n\nWords.', 'Imprint', 'Words.'],
  ['\uFEFF\r\n# Imprint\r\n\r\nWords.\r\n', 'Imprint', 'Words.\n'],
  ['# About *us*, `code` and [a link](https://example.com/a)\nWords.', 'About us, code and a link', 'Words.'],
  ['# Closed ##\n\nWords.', 'Closed', 'Words.'],
  ['#\tTabbed\n\nWords.', 'Tabbed', 'Words.'],
  ['Underlined\n===\n\nWords.', 'Underlined', 'Words.'],
  ['# <b>Not</b> C# \\*markup\\*', '<b>Not</b> C# *markup*', ''],
])('the first-level heading that begins a page is its title, in plain text: %j', (text, title, content) => {
  expect(checkPage('imprint', text)).toEqual({ title, content });
});

test.each(['Words.\n\n# Later', '## Second level', '#imprint is a topic', '---\n\nWords.\n\n---', ''])(
  'a page that does not begin with a first-level heading is titled by its name: %j',
  (text) => {
    expect(checkPage('about-us', text)).toEqual({ title: 'About us', content: text });
  },
);
