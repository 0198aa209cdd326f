import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

/** Matches CJK characters: wide, full-width, half-width, and Hangul. Leaves out emoji and the rarest symbols. */
const cjk =
  /^(?!\p{Emoji_Presentation})[\u1100-\u11ff\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uffee\u{16fe0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
const punctuation = /^[\p{P}\p{S}]/u;
const space = /^\s/;
/** Matches a variation selector, which belongs to the character before it. */
const selector = /^[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/u;

/**
 * Lets emphasis begin and end beside CJK characters as beside a space, because CJK scripts put no spaces between words.
 * Follows the CJK-friendly amendment of CommonMark (commonmark-spec#650).
 */
export function emphasiseBesideCjk({ inline }: InstanceType<typeof MarkdownIt>): void {
  inline.State = class extends inline.State {
    override scanDelims(...[start, canSplitWord]: Parameters<StateInline['scanDelims']>) {
      const scanned = super.scanDelims(start, canSplitWord);
      const end = start + scanned.length;
      const next = end < this.posMax ? String.fromCodePoint(this.src.codePointAt(end) ?? 0) : ' ';
      const last = characterBefore(this.src, start);
      if (!cjk.test(last) && !cjk.test(next)) return scanned;
      const isLeft = !space.test(next);
      const isRight = !space.test(last);
      return {
        ...scanned,
        can_open: isLeft && (canSplitWord || !isRight || punctuation.test(last)),
        can_close: isRight && (canSplitWord || !isLeft || punctuation.test(next)),
      };
    }
  };
}

function characterBefore(text: string, end: number): string {
  const one = lastOf(text, end);
  const before = selector.test(one) ? lastOf(text, end - one.length) : '';
  return cjk.test(before) ? before : one;
}

/** Returns the character that ends at `end`, or a space at the beginning of the text. */
const lastOf = (text: string, end: number): string => [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? ' ';
