// @vitest-environment node
import { expect, test } from 'vitest';
import { hasTopic, writtenTopics } from '../../src/markdown/written-topics.ts';

test.each([
  ['A post on #Rust and #größe.', ['rust', 'größe']],
  ['C# and a#b and #12', []],
  ['```sh\n#comment\n```\n\n#after', ['after']],
  ['~~~\n#never closed', []],
  ['`#code` and #text', ['text']],
  ['[a link](#there) to #topic', ['topic']],
  ['# Heading', []],
])('the topics of %j are %j', (content, topics) => {
  expect(writtenTopics(content)).toEqual(topics);
});

test('A topic is found by the whole word', () => {
  expect([hasTopic('#rustlang', 'rust'), hasTopic('#RUST!', 'rust')]).toEqual([false, true]);
});

test.each([
  ['ticks', `#a ${'`'.repeat(500_000)}`],
  ['ticks at the start of a line', `#a\n${'`'.repeat(500_000)}`],
  ['fences', `#a\n${'```\n'.repeat(125_000)}`],
  ['ticks on lines', `#a ${'`\n'.repeat(250_000)}`],
  ['brackets', `#a ${'](x'.repeat(160_000)}`],
  ['signs', '#a'.repeat(250_000)],
])('half a million %s take no longer than a moment', (_, content) => {
  const begun = performance.now();
  writtenTopics(content);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
