import { type Figure, holds, ratioOf } from './figures.ts';

/** In CSS pixels. */
const size = { row: 28, label: 420, bar: 420, value: 80 };

/** Each figure that has a bar, as its ratio to its floor, with a mark where the bar stands. */
export function chart(figures: Figure[]): string {
  const rows = figures.flatMap((figure) => {
    const ratio = ratioOf(figure);
    if (figure.bar === undefined || ratio === undefined) return [];
    const bar = 'atMost' in figure.bar ? figure.bar.atMost : figure.bar.atLeast;
    return [{ label: `${figure.bench}: ${figure.what}`, ratio, bar, held: holds(figure) }];
  });
  const most = Math.max(1, ...rows.flatMap(({ ratio, bar }) => [ratio, bar]));
  const scale = (ratio: number) => ((ratio / most) * size.bar).toFixed(1);
  const drawn = rows.map(({ label, ratio, bar, held }, index) => {
    const y = index * size.row;
    const mark = size.label + Number(scale(bar));
    return `<g transform="translate(0 ${y})">
<text x="0" y="18">${label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>
<rect x="${size.label}" y="4" width="${scale(ratio)}" height="18" fill="${held ? '#3f7d58' : '#b3261e'}"/>
<line x1="${mark}" x2="${mark}" y1="0" y2="26" stroke="currentColor" stroke-width="2"/>
<text x="${size.label + size.bar + 8}" y="18">${ratio.toFixed(2)}</text>
</g>`;
  });
  const [width, height] = [size.label + size.bar + size.value, rows.length * size.row];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="14" role="img">
<title>Ratios to the floor, each with a line where its bar stands</title>
${drawn.join('\n')}
</svg>`;
}
