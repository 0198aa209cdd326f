// @vitest-environment node
import { expect, test } from 'vitest';
import { hasTopic, writtenTopics } from '../../src/text/markdown/written-topics.ts';

test.each([
  ['A post on #Rust and #größe.', ['rust', 'größe']],
  ['C# and a#b and #12', []],
  ['```sh\n#comment\n```\n\n#after', ['after']],
  ['~~~\n#never closed', []],
  ['`#code` and #text', ['text']],
  ['[a link](#there) to #topic', ['topic']],
  ['# Heading', []],
  ['#می\u200cخواهم #නිර්\u200dමාණ', ['می\u200cخواهم', 'නිර්\u200dමාණ']],
  ['#İstanbul and #istanbul', ['istanbul']],
  ['#col·lecció ＃港町', ['col·lecció', '港町']],
  ['#end\u200d and #a·', ['end', 'a']],
])('writtenTopics(%j) returns %j', (content, topics) => {
  expect(writtenTopics(content)).toEqual(topics);
});

test('hasTopic matches only whole words, and ignores case', () => {
  expect([hasTopic('#rustlang', 'rust'), hasTopic('#RUST!', 'rust')]).toEqual([false, true]);
});

const many = 1_000_000;

test.each([
  ['backticks', `#a ${'`'.repeat(many)}`],
  ['backticks at the start of a line', `#a\n${'`'.repeat(many)}`],
  ['fences', `#a\n${'```\n'.repeat(many)}`],
  ['lines of one backtick', `#a ${'`\n'.repeat(many)}`],
  ['brackets', `#a ${'](x'.repeat(many)}`],
  ['hash signs', '#a'.repeat(many)],
])('writtenTopics of a million %s returns before the test times out', (_, content) => {
  // Quadratic time would exceed the test's timeout.
  writtenTopics(content);
});
