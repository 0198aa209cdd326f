import { expect, test } from 'vitest';
import { proseOf } from './support/prose.tsx';

/** Returns the emphasised pieces of a text, each with its element. */
const marked = (text: string) =>
  [...proseOf(text).querySelectorAll('em,strong,del')].map(
    ({ localName, textContent }) => `${localName}:${textContent}`,
  );

test.each([
  ['これは**「大事」**です。', 'strong:「大事」'],
  ['**注意：**読んでください。', 'strong:注意：'],
  ['**这是重点。**这是后文。', 'strong:这是重点。'],
  ['是*“重要”*的', 'em:“重要”'],
  ['価格は~~「千円」~~です', 'del:「千円」'],
  ['~~中止。~~続行', 'del:中止。'],
  ['패키지는 **`npm publish`**를 실행', 'strong:npm publish'],
  ['**스크립트(script)**라고', 'strong:스크립트(script)'],
  ['**C#**や', 'strong:C#'],
  ['税込**¥10,000**で', 'strong:¥10,000'],
  ['正解は**④**です', 'strong:④'],
  ['**[リンク](https://a.example)**も', 'strong:リンク'],
  ['Go**「初心者」**を', 'strong:「初心者」'],
  ['.NET**（不可）**では', 'strong:（不可）'],
  ['𰻞𰻞**(ビャンビャン)**麺', 'strong:(ビャンビャン)'],
  ['葛\u{e0100}**(正式)**城', 'strong:(正式)'],
  ['大塚\ufe00**(U+585A)** x', 'strong:(U+585A)'],
  ['正體字。\ufe01_Traditional._', 'em:Traditional.'],
  ['注意：__注意事項__', 'strong:注意事項'],
  ['***「両方」***は', 'em:「両方」|strong:「両方」'],
])('emphasis marks beside CJK characters work without spaces: %s', (text, pieces) => {
  expect(marked(text).join('|')).toBe(pieces);
});

const plain = [
  ['a**"b"**c', 'a **"b"**c', '漢_字_漢', 'スネーク_ケース_名', '** 漢字 **'],
  ['**「漢字 **は', '２*３＝６', 'a👍**"b"**c'],
].flat();

test.each(plain)('%s has no emphasis, and shows its marks', (text) => {
  expect(proseOf(text).textContent).toBe(text);
});
