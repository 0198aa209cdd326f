/** Splits a text into words and folds their spellings, the same on a server and on a device. */

/** In UTF-16 code units. A longer word (a digest, an encoded file) is cut into words of this length. */
export const longestWord = 40;

/**
 * Returns how long a word has to be to match the beginning or middle of other words. Shorter words match whole words
 * only, because two letters are in nearly every post. Hangul has a character for each syllable, and two can be a word.
 */
export const shortestPiece = (word: string): number => (hangul.test(word) ? 2 : 3);
const hangul = /\p{Script=Hangul}/u;

/**
 * Matches letters, digits, their marks, and invisible characters within a word, such as a soft hyphen. An underscore
 * separates words: `max_retries` is two words.
 */
export const wordPattern = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const unseen = /\p{Default_Ignorable_Code_Point}/gu;
/** Scripts without spaces between words. Each two adjacent characters count as a word. */
const spacelessPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー\u3099\u309aﾞﾟ]+/gu;
/** Matches where a part of a word begins: `user|Name`, `HTTP|Server`. */
const partPattern = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** Matches the addresses of links, images and definitions, which readers do not see. Does not match footnotes. */
export const addressPattern = /\]\([^)\s]+|^ {0,3}\[(?!\^)[^\]\r\n\u2028\u2029]+\]:.*/gm;

/** Matches accents, points and vowel signs that writers may leave out: Latin, Greek, Cyrillic, Hebrew, Arabic. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;

const noWord = /[^\p{L}\p{N}\p{M}]+/gu;

/** Letters that are written in two ways and do not decompose. */
const twins: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
};
// regexp input: at most 1 character of a text
const twinPattern = new RegExp(`[${Object.keys(twins).join('')}]`, 'g');

export const isAscii = /^[\0-\x7f]*$/;

/** Folds case, accents and forms of letters. Takes a short text: normalising a long run of marks is quadratic. */
export function foldWord(word: string): string {
  if (isAscii.test(word)) return word.toLowerCase();
  // Some letters and digits decompose into other characters, too: ⑴ has brackets.
  const parts = word.normalize('NFKD').toLowerCase().replace(accents, '').replace(noWord, '');
  const bare = parts.normalize('NFC');
  return bare.replace(twinPattern, (letter) => twins[letter] ?? letter);
}

/** A folded word, and the positions where its parts begin, except 0. */
type Word = { folded: string; parts: number[] };

const noParts: number[] = [];

/**
 * Yields the words of a text in order.
 * @param seen the words to skip, because most words of a text are repeated. Adds all other words to it.
 */
export function* wordsOf(text: string, seen?: Set<string>): Generator<Word> {
  for (const [run] of text.matchAll(wordPattern)) {
    if (seen?.has(run)) continue;
    seen?.add(run);
    const found = isAscii.test(run) ? run : run.replaceAll(unseen, '');
    for (let at = 0; at < found.length; at += longestWord) yield* wordsIn(found.slice(at, at + longestWord));
  }
}

function* wordsIn(piece: string): Generator<Word> {
  if (isAscii.test(piece)) {
    const folded = piece.toLowerCase();
    // Most words have no capital behind their first letter, and searching for parts is the slowest step.
    const mayHaveParts = folded.slice(1) !== piece.slice(1);
    yield { folded, parts: mayHaveParts ? [...piece.matchAll(partPattern)].map(({ index }) => index) : noParts };
    return;
  }
  // The cut may have split a surrogate pair.
  const whole = piece.isWellFormed() ? piece : piece.replaceAll(/\p{Cs}/gu, '');
  let end = 0;
  for (const { 0: run, index } of whole.matchAll(spacelessPattern)) {
    yield* spacedWord(whole.slice(end, index));
    yield* pairsIn(run);
    end = index + run.length;
  }
  yield* spacedWord(whole.slice(end));
}

function* spacedWord(word: string): Generator<Word> {
  let folded = '';
  const parts: number[] = [];
  for (const part of word.split(partPattern)) {
    if (folded) parts.push(folded.length);
    folded += foldWord(part);
  }
  // One letter may fold to fifteen, so this cuts the word again.
  if (folded) yield { folded: folded.slice(0, longestWord), parts: parts.filter((at) => at < longestWord) };
}

/** Yields each pair of adjacent characters, then the last character alone, because no pair begins with it. */
function* pairsIn(run: string): Generator<Word> {
  const characters = [...foldWord(run)];
  for (const [index, character] of characters.entries()) {
    yield { folded: character + (characters[index + 1] ?? ''), parts: [] };
  }
}

/** Whether a folded word begins in a script that puts no spaces between words. */
export const isSpaceless = (word: string): boolean => word.search(spacelessPattern) === 0;
