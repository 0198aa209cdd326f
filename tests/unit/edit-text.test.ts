import { expect, test } from 'vitest';
import { onEnter, onPaste, onTab } from '../../src/app/text/edit-text.ts';
import { after, written } from './support/marked-text.ts';

const tab = (marked: string, isBackwards = false) => after(written(marked), onTab(written(marked), isBackwards));
const enter = (marked: string) => after(written(marked), onEnter(written(marked)));

/** Returns the text after a paste, with the caret behind the inserted text, as browsers place it. */
function paste(marked: string, text: string, mode?: string): string | undefined {
  const { value, start, end } = written(marked);
  const around = onPaste({ value, start, end }, { text, editorData: mode ? JSON.stringify({ mode }) : '' });
  return around && `${value.slice(0, start)}${around.before}${text}${around.after}|${value.slice(end)}`;
}

test.each(['wo|rds', '- it|em', '```\na\n```\n|', '    |'])('in %j, Tab and Shift+Tab move the focus', (text) => {
  expect(tab(text)).toBeUndefined();
  expect(tab(text, true)).toBeUndefined();
});

test.each([
  ['```\n|a\n```', '```\n  |a\n```'],
  ['```\na|b\n```', '```\na  |b\n```'],
  ['```\n\ta|\n```', '```\n\ta\t|\n```'],
  ['~~~~\n```\n|', '~~~~\n```\n  |'],
  ['```\n|a\n\nb|\n```', '```\n|  a\n\n  b|\n```'],
  ['|one\ntwo|', '|  one\n  two|'],
])('Tab indents code, or every line of a selection: %j', (before, expected) => {
  expect(tab(before)).toBe(expected);
});

test.each([
  ['```\n    a|\n```', '```\n  a|\n```'],
  ['```\n\ta|\n```', '```\na|\n```'],
  ['|  one\n\ttwo|', '|one\ntwo|'],
])('Shift+Tab removes one level of indentation: %j', (before, expected) => {
  expect(tab(before, true)).toBe(expected);
});

test('in unindented code, Shift+Tab moves the focus', () => {
  expect(tab('```\na|\n```', true)).toBeUndefined();
});

test.each([
  ['```\n    a|\n```', '```\n    a\n    |\n```'],
  ['- one|', '- one\n- |'],
  ['  * one| two', '  * one\n  * | two'],
  ['9. nine|', '9. nine\n10. |'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['> said|', '> said\n> |'],
  ['- one\n- |', '- one\n|'],
])('Enter continues or ends the list, quote or indentation of the line: %j', (before, expected) => {
  expect(enter(before)).toBe(expected);
});

test.each(['words|', '```\na|\n```', '1986 was|', '-|', '|'])('in %j, Enter inserts only a line break', (text) => {
  expect(enter(text)).toBeUndefined();
});

const code = 'function a() {\n  return 1;\n}';

test('code pasted on an empty line is fenced, and keeps its indentation', () => {
  expect(paste('before\n|\nafter', code)).toBe(`before\n\`\`\`\n${code}\n\`\`\`\n|\nafter`);
  expect(paste('|', `${code}\n`, 'typescript')).toBe(`\`\`\`typescript\n${code}\n\`\`\`\n|`);
  expect(paste('|', 'a\nb', 'python')).toBe('```python\na\nb\n```\n|');
});

test.each<[name: string, text: string, pasted: string, mode?: string]>([
  ['code pasted inside a line', 'so |', code],
  ['code pasted in a code block', '```\n|\n```', code],
  ['a single line of code', '|', 'const a = 1;'],
  ['code with a fence', '|', `\`\`\`\n${code}\n\`\`\``],
  ['indented prose', '|', 'Dear all,\n\n  indented by hand,\nyours'],
  ['a list', '|', '- one\n  - two\n- three'],
  ['Markdown from an editor', '|', 'one\ntwo', 'markdown'],
])('a paste adds no fence to %s', (_, text, pasted, mode?) => {
  expect(paste(text, pasted, mode)).toBeUndefined();
});
