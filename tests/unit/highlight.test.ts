import { expect, test } from 'vitest';
import { codeToColour, withColours } from '../../src/text/markdown/code-blocks.ts';
import { highlight } from '../../src/text/markdown/highlight.ts';
import { knownLanguage } from '../../src/text/markdown/languages.ts';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';

/** For each common language, a line of code and the token scopes that it must contain. */
const posted: [language: string, line: string, scopes: string[]][] = [
  ['javascript', 'const a = "b"; // c', ['keyword', 'string', 'comment']],
  ['typescript', 'interface A { b: string } // c', ['keyword', 'type', 'comment']],
  ['jsx', 'const a = <B c="d" />;', ['keyword', 'string']],
  ['python', 'def a(b): return 1 # c', ['keyword', 'function', 'number', 'comment']],
  ['java', 'public class A { int b = 1; }', ['keyword', 'number']],
  ['c', '#include <stdio.h>\nint main(void) { return 0; }', ['meta', 'number']],
  ['cpp', 'auto a = std::vector<int>{1}; // b', ['number', 'comment']],
  ['csharp', 'var a = "b"; // c', ['keyword', 'string', 'comment']],
  ['go', 'func main() { return "a" } // b', ['keyword', 'function', 'string', 'comment']],
  ['rust', 'fn main() { let a = 1; } // b', ['keyword', 'function', 'number', 'comment']],
  ['ruby', 'def a; "b"; end # c', ['keyword', 'function', 'string', 'comment']],
  ['php', '<?php function a() { return "b"; } // c', ['keyword', 'string', 'comment']],
  ['swift', 'let a = "b" // c', ['keyword', 'string', 'comment']],
  ['kotlin', 'fun a() { val b = "c" } // d', ['keyword', 'string', 'comment']],
  ['scala', 'def a = "b" // c', ['keyword', 'string', 'comment']],
  ['bash', 'echo "a" # b', ['string', 'comment']],
  ['powershell', 'Write-Host "a" # b', ['string', 'comment']],
  ['sql', "SELECT a FROM b WHERE c = 'd' -- e", ['keyword', 'string', 'comment']],
  ['html', '<a href="b">c</a> <!-- d -->', ['keyword', 'string', 'comment']],
  ['css', '.a { color: red; } /* b */', ['attribute', 'comment']],
  ['scss', '$a: 1px; // b', ['number', 'comment']],
  ['json', '{"a": 1, "b": "c"}', ['attribute', 'number', 'string']],
  ['yaml', 'a: "b" # c', ['attribute', 'string', 'comment']],
  ['toml', '[a]\nb = "c" # d', ['keyword', 'string', 'comment']],
  ['diff', '+ a\n- b', ['added', 'removed']],
  ['dockerfile', 'FROM node # a', ['keyword', 'comment']],
  ['lua', 'local a = "b" -- c', ['keyword', 'string', 'comment']],
  ['haskell', 'module A where -- b', ['keyword', 'comment']],
  ['elixir', 'def a, do: "b" # c', ['keyword', 'string', 'comment']],
  ['r', 'a <- "b" # c', ['string', 'comment']],
  ['perl', 'my $a = "b"; # c', ['keyword', 'string', 'comment']],
  ['graphql', 'query { a } # b', ['keyword', 'comment']],
  ['makefile', 'a: b\n\techo "c" # d', ['comment']],
  ['nginx', 'server { listen 80; } # a', ['attribute', 'comment']],
  ['markdown', '# a\n**b**', ['keyword']],
];

test.each(posted)('code in %s is coloured, and its text does not change', (language, line, scopes) => {
  const tokens = highlight(language, line) ?? [];
  expect(tokens.map((token) => (typeof token === 'string' ? token : token[1])).join('')).toBe(line);
  const found = tokens.flatMap((token) => (typeof token === 'string' ? [] : [token[0]]));
  expect(found).toEqual(expect.arrayContaining(scopes));
});

test.each(['brainfuck', '', 'constructor', '__proto__'])('code in the unknown language %j stays plain', (language) => {
  expect(knownLanguage(language)).toBeUndefined();
  expect(highlight(language, 'a')).toBeUndefined();
});

/** Returns the code blocks of a text after colouring them. */
function coloured(content: string) {
  const markdown = parseMarkdown(content);
  const blocks = codeToColour(markdown);
  const colours = blocks.map(({ language, text }) => highlight(language, text));
  return codeToColour(withColours(markdown, blocks, colours));
}

test('colours code within quotes and lists', () => {
  const blocks = coloured('> ```js\n> let a\n> ```\n\n- b\n\n  ```py\n  c = 1\n  ```\n\n```what\nd\n```');
  expect(blocks.map(({ text }) => text)).toEqual(['let a\n', 'c = 1\n']);
  expect(blocks.map(({ tokens }) => tokens?.[0])).toEqual([['keyword', 'let'], 'c = ']);
});

test('code that is too long to colour stays plain', () => {
  const block = (text: string) => `\`\`\`js\n${text}\n\`\`\`\n`;
  const lines = 'let a = 1;\n'.repeat(800);
  expect(codeToColour(parseMarkdown(block('x'.repeat(501))))).toEqual([]);
  expect(codeToColour(parseMarkdown(block(`${lines}${lines}`)))).toEqual([]);
  expect(codeToColour(parseMarkdown(block(lines).repeat(9)))).toHaveLength(5);
});

test('colours only as many code blocks of a text as the output budget permits', () => {
  expect(coloured('```c\n1\n```\n'.repeat(6)).filter(({ tokens }) => tokens)).toHaveLength(4);
});

test.each([
  ['rust', '/*'],
  ['swift', '/*'],
  ['bash', '${'],
])('code in %s with thousands of unclosed %s stays plain', (language, piece) => {
  expect(highlight(language, piece.repeat(20_000))).toBeUndefined();
});
