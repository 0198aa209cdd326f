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
])('the heading that a page begins with is its title, in plain words: %j', (text, title, content) => {
  expect(checkPage('imprint', text)).toEqual({ title, content });
});

test.each(['Words.\n\n# Later', '## Second level', '#imprint is a topic', '---\n\nWords.\n\n---', ''])(
  'a page that begins with no heading of the first level is titled by its name: %j',
  (text) => {
    expect(checkPage('about-us', text)).toEqual({ title: 'About us', content: text });
  },
);
