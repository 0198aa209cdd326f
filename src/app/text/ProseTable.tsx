import type { Block, TableCell } from '../../text/markdown/tree.ts';
import { directionOf } from './direction-of.ts';
import { each, Inlines, type RenderTarget, type TargetProps } from './Inlines.tsx';

/** A table of a post's text. On a page, a wide table scrolls in a frame; a feed gets the table alone. */
export function ProseTable({
  table: { head, rows },
  target,
}: TargetProps & { table: Extract<Block, { kind: 'table' }> }) {
  const direction = directionOf({ kind: 'table', head, rows });
  const table = (
    <table {...direction}>
      <thead>
        <tr>
          {each(head, (cell) => (
            <th scope="col" dir="auto" {...alignment(cell, target)}>
              <Inlines inlines={cell.children} target={target} />
            </th>
          ))}
        </tr>
      </thead>
      {rows.length > 0 && (
        <tbody>
          {each(rows, (row) => (
            <tr>
              {each(row, (cell) => (
                <td dir="auto" {...alignment(cell, target)}>
                  <Inlines inlines={cell.children} target={target} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
  if (target.feed) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it once it has the focus
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds a table
    <div className="prose-table" {...direction} tabIndex={0} role="group" aria-label="Table">
      {table}
    </div>
  );
}

/** Returns the props that align a cell: a class on a page, whose policy allows no style attributes. */
const alignment = ({ align }: TableCell, { feed }: RenderTarget) =>
  align ? (feed ? { align } : { className: `align-${align}` }) : {};
