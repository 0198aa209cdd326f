import type { LeftOut } from '../../../../writing/import-texts/found-writing.ts';
import { counted } from '../../../text/counted.ts';

/** The most files and texts to list. A longer list would be too long to read. */
const mostShown = 50;

/** Lists the files and texts that were left out, with the reasons. */
export function LeftOutList({ words, leftOut }: { words: string; leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <details open={leftOut.length <= 5}>
      <summary>{`${counted(leftOut.length, 'file or text', 'files or texts')} ${words}`}</summary>
      <ul className="import-texts">
        {leftOut.slice(0, mostShown).map(({ place, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and places may be the same
          <li key={index}>
            <span>{place}</span>
            <small>{reason}</small>
          </li>
        ))}
        {leftOut.length > mostShown && <li>and {(leftOut.length - mostShown).toLocaleString()} more</li>}
      </ul>
    </details>
  );
}
