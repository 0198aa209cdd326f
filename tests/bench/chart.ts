import { type Bar, type Figure, holds, judgedValueOf, signOf } from './figures.ts';

/** In CSS pixels; `character` is about how wide one is. */
const size = { font: 14, character: 7, heading: 40, row: 28, bar: 420, value: 170 };

interface Row {
  bench: string;
  label: string;
  value: number;
  written: string;
  bar: number;
  held: boolean;
}

/** Each figure that has a bar, with a mark where the bar stands: one scale for each bench, as their units differ. */
export function chart(figures: Figure[]): string {
  const rows = figures.flatMap((figure) => (figure.bar === undefined ? [] : [rowOf(figure, figure.bar)]));
  const label = Math.max(0, ...rows.map((row) => row.label.length)) * size.character + 16;
  let height = 0;
  const panels = [...new Set(rows.map(({ bench }) => bench))].map((bench) => {
    const own = rows.filter((row) => row.bench === bench);
    const drawn = `<g transform="translate(0 ${height})">${panel(bench, own, label)}</g>`;
    height += size.heading + own.length * size.row;
    return drawn;
  });
  const width = label + size.bar + size.value;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="${size.font}" fill="currentColor" role="img">
<title>What was measured, each with a line where its bar stands</title>
${panels.join('\n')}
</svg>`;
}

function rowOf(figure: Figure, bar: Bar): Row {
  const value = judgedValueOf(figure);
  const unit = figure.floor === undefined ? ` ${figure.unit}` : '';
  const written = `${value.toFixed(figure.floor === undefined ? 0 : 2)}${unit} (${signOf(bar)}${unit})`;
  const stands = 'atMost' in bar ? bar.atMost : bar.atLeast;
  return { bench: figure.bench, label: figure.what, value, written, bar: stands, held: holds(figure) };
}

function panel(heading: string, rows: Row[], label: number): string {
  const most = Math.max(...rows.flatMap(({ value, bar }) => [value, bar]));
  const scale = (value: number) => (value / most) * size.bar;
  const drawn = rows.map(({ label: text, value, written, bar, held }, index) => {
    const mark = label + scale(bar);
    return `<g transform="translate(0 ${size.heading + index * size.row})">
<text x="0" y="18">${escaped(text)}</text>
<rect x="${label}" y="4" width="${scale(value).toFixed(1)}" height="18" fill="${held ? '#3f7d58' : '#b3261e'}"/>
<line x1="${mark.toFixed(1)}" x2="${mark.toFixed(1)}" y1="0" y2="26" stroke="currentColor" stroke-width="2"/>
<text x="${label + size.bar + 12}" y="18">${escaped(written)}</text>
</g>`;
  });
  return `<text x="0" y="30" font-weight="600">${escaped(heading)}</text>\n${drawn.join('\n')}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
