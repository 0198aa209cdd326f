import fc from 'fast-check';

/** Pieces of Markdown. Alone or combined, their output is, or once was, much longer than the pieces. */
const multipliers = [
  ['[a]', '![a]', '![i]', '[t]', '[a][t]', '[a](/b)', '[a](b)', '[a](#a)', '[b](#漢)', '[](/)', '![](/)'],
  ['![](https://a.bc/)', '<a:b>', 'http://a.b', 'www.a.b', 'a@b.c'],
  ['[^1]', '[^1]: a\n', '[^1]: [^1]\n'],
  ['# 漢 {#漢}\n', '#\n', '# "\n', '###### a\n', 'a\n=\n', '***\n'],
  ['```\n```\n', '~~~js\n', '```js\n1+1+"a"\n```\n', '\n    a\n', '`a`', '{1:[1,"a",null]}'],
  ['>', '> - ', '>~~~\n\n', '- ', '-\n', '+\n', '1)\n', '- [x] a\n', '- [ ] a\n'],
  ['|', '|\n', '|a', '|a|b|\n|-|:-:|\n', '|||||||||||\n', '|a|b|c|d|e|f|g|h|\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n'],
  ['*a*', '**a**', '~~a~~', '#a ', '#漢 ', '#ﷺ'],
  ['a\n', 'a  \n', '\\\n', '\\"', '&', '<', '"', "'", '&ngE;', '&#1;', '&quot;', '<a b="c">', '\u0001', '\0', '\ud800'],
  ['漢', '😀', 'ﷺ', 'aB', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0 ', ' ', '\n', '\n\n'],
].flat();

const image = `/images/${'a'.repeat(64)}-1600x1600.webp`;

/** @param text a string that appears in the output escaped, encoded or repeatedly */
const definitionsWith = (text: string) =>
  fc.constantFrom(
    `[a]: https://a.bc/${text}\n[i]: ${image}\n\n`,
    `[i]: ${image}\n[a]: /${text}\n\n`,
    `[t]: / '${text}'\n\n`,
    `[t]: /${text} '${text}'\n[a]: /images/ "${text}"\n\n`,
  );

const definitions = (size: number) =>
  fc
    .tuple(fc.constantFrom('A', '\\"', "\\'", '&', '漢', '%'), fc.integer({ min: 1, max: Math.ceil(size / 4) }))
    .chain(([character, length]) => fc.oneof(fc.constant(''), definitionsWith(character.repeat(length))));

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...multipliers) },
  fc.string({ minLength: 1, maxLength: 3 }),
);
const unit = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));

/** Repeats a unit up to a length. Numbering makes each repetition a different word, topic or heading. */
const repeated = fc
  .record({
    unit,
    length: fc.integer({ min: 1, max: 20_000 }),
    isNumbered: fc.boolean(),
    every: fc.constantFrom(0, 1, 290),
  })
  .map(({ unit, length, isNumbered, every }) => {
    let text = '';
    for (let count = 1; text.length < length; count += 1) {
      text += isNumbered ? `${unit}${count}` : unit;
      if (every > 0 && count % every === 0) text += '\n\n';
    }
    return text;
  });

const fence = fc
  .tuple(fc.constantFrom('js', 'json', 'markdown', 'diff', 'bash', 'perl', 'scss', 'html', 'yaml'), repeated)
  .map(
    ([language, code]) => `\`\`\`${language}\n${code.replaceAll('```', '').replaceAll(/(.{400})/g, '$1\n')}\n\`\`\`\n`,
  );

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Generates texts whose output might be many times as long as the text.
 * @param longest the maximum length, in bytes of UTF-8
 */
export const multiplyingTexts = (longest: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: 1, max: longest })
    .chain((size) =>
      fc
        .tuple(
          definitions(size),
          fc.array(fc.oneof({ weight: 4, arbitrary: repeated }, fence), { minLength: 1, maxLength: 3 }),
        )
        .map(([defined, parts]) => decoder.decode(encoder.encode(defined + parts.join('\n\n')).subarray(0, size))),
    );
