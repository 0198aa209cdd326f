import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { domToReact } from '../../src/app/text/dom-to-react.ts';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { plainWords } from '../../src/text/markdown/plain-words.ts';
import { fuzzSeed, scaled } from '../test-run.ts';
import { proseOf } from './support/prose.tsx';

/** `FC_RUNS=100000 npx vitest run --project unit markdown-fuzz` tries more texts, with a new seed each time. */
const numRuns = Number(process.env.FC_RUNS ?? 1_000);
const limits = { timeout: scaled(30_000 + numRuns * 20) };

const marks = [
  '# ## * ** _ __ *** ` `` ``` ~~~ ~~ ~ > - [ ] ( ) ![ ]( [] ](/a) ](javascript:x) ](data:x) < > </ />'.split(' '),
  '<!-- --> <? <b> <script> | |-|-| --- === & &amp; &#0; &#x3c; https://a.b/ http:// www. www.a.bc'.split(' '),
  'me@a.bc mailto: /images/ : " = ! $ { } ^ [^1] 😀 é 漢 ش'.split(' '),
  ['> > ', '- ', '+ ', '* ', '1. ', '7) ', '](https://a.b "t")', '<img src=x onerror=y>', '\n|a|b|\n|-|-|\n|c|d|\n'],
  ['\n===\n', '\\', '\n', '\n\n', '\n    ', '\t', '\r\n', '\r', '  \n', ' ', '\u0000', '\u202e', '\ufeff', '\u00a0'],
  ['- [ ] ', '- [x] ', "'"],
].flat();
const word = fc.integer({ min: 0, max: 99_999 }).map((number) => `w${number}w`);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...marks) },
  { weight: 1, arbitrary: word },
  fc.string({ maxLength: 5 }),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

const elements = new Set(
  'p h2 h3 h4 h5 h6 blockquote ul ol li pre code figure figcaption span button table thead tbody tr th td hr br em strong del a img div input section sup'.split(
    ' ',
  ),
);
const attributes = new Set(
  'dir id class href rel title src alt width height loading decoding start scope role tabindex aria-label aria-pressed type data-press checked disabled'.split(
    ' ',
  ),
);

test('every text renders only allowed elements, attributes and addresses', limits, () => {
  fc.assert(
    fc.property(text, (written) => {
      for (const element of proseOf(written).querySelectorAll('*')) {
        expect([element.localName, elements.has(element.localName)]).toEqual([element.localName, true]);
        for (const { name, value } of element.attributes) {
          expect([name, attributes.has(name)]).toEqual([name, true]);
          if (name === 'href') expect(['https:', 'http:', 'mailto:']).toContain(new URL(value, 'https://x.y').protocol);
          if (name === 'src') expect(value).toMatch(/^(https?:\/\/|\/images\/)/i);
        }
      }
    }),
    { numRuns, seed: fuzzSeed() },
  );
});

test('every word of a text without comments or definitions is shown or in an attribute', limits, () => {
  fc.assert(
    fc.property(text, (written) => {
      // Skips texts with comments, which are not shown, or with definitions, which may be unused or repeated.
      fc.pre(!/\]:|<!--/.test(written));
      const prose = proseOf(written);
      const named = [...prose.querySelectorAll('*')].flatMap((element) =>
        ['href', 'src', 'alt', 'title', 'start'].map((name) => decoded(element.getAttribute(name) ?? '')),
      );
      const shown = `${prose.textContent} ${named.join(' ')}`;
      // After a fence, only the first word is used: it names the language.
      const words = written.replaceAll(/(```|~~~)[^\n\r]*/g, '').match(/w\d+w/g) ?? [];
      for (const each of words) expect(shown).toContain(each);
    }),
    { numRuns, seed: fuzzSeed() },
  );
});

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}

test('domToReact turns a rendered text into React elements that render the same', limits, () => {
  fc.assert(
    fc.property(text, (written) => {
      const prose = proseOf(written);
      expect(renderToStaticMarkup(domToReact(prose)).replaceAll('<!-- -->', '')).toBe(
        renderToStaticMarkup(domToReact(proseOf(written))).replaceAll('<!-- -->', ''),
      );
      const again = document.createElement('div');
      again.innerHTML = renderToStaticMarkup(domToReact(prose));
      expect(again.isEqualNode(prose)).toBe(true);
    }),
    { numRuns, seed: fuzzSeed() },
  );
});

test('parsing a text twice gives equal trees, which structuredClone can copy', limits, () => {
  fc.assert(
    fc.property(text, (written) => {
      const tree = parseMarkdown(written);
      expect(structuredClone(tree)).toEqual(parseMarkdown(written));
      expect([...plainWords(tree)].join('')).not.toMatch(/\[object|undefined/);
    }),
    { numRuns, seed: fuzzSeed() },
  );
});
