import type { LeftOut } from '../../../../writing/bring-in/found-writing.ts';
import { counted } from '../../../text/counted.ts';

/** How many are shown: more than anybody reads. */
const mostShown = 50;

/** Files and texts with the reason why nothing comes of them. */
export function LeftOutList({ words, leftOut }: { words: string; leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <details open={leftOut.length <= 5}>
      <summary>{`${counted(leftOut.length, 'file or text', 'files or texts')} ${words}`}</summary>
      <ul className="bring-in-texts">
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
