import { matchesIn } from '../../text/search/search-matches.ts';
import { each } from '../text/Inlines.tsx';

/** Shows a text with the matches of a query marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const [from, to] of matchesIn(text, query)) {
    pieces.push({ text: text.slice(end, from), isMatch: false }, { text: text.slice(from, to), isMatch: true });
    end = to;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return each(pieces, (piece) => (piece.isMatch ? <mark>{piece.text}</mark> : piece.text));
}
