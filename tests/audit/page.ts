import { versionLine } from '../bench/report.ts';
import { closingLine } from '../suite-report.ts';
import { type BudgetCheck, isCheck, type ReportLine, verdictOf } from './checks.ts';
import type { Picture } from './gallery.ts';
import type { Report } from './report.ts';

/** The report for people: what failed, then each screen with all ways to come to it side by side, then the rest. */
export function page(report: Report): string {
  const { lines, duration, versions, visits, pictures } = report;
  const closing = closingLine([report]);
  const subjects = [...new Set(lines.map(({ subject }) => subject))];
  const screens = new Set(visits.map(({ visit }) => visit.screen.name));
  const linesOf = (subject: string) => lines.filter((line) => line.subject === subject);
  const missed = lines.filter((line): line is BudgetCheck => isCheck(line) && verdictOf(line) === 'FAILED');
  const unjudged = lines.filter((line): line is BudgetCheck => isCheck(line) && verdictOf(line) === 'SKIPPED');
  const looked = [...new Set(pictures.map(({ state }) => state))];
  const others = subjects.filter((subject) => !screens.has(subject) && !looked.includes(subject)).flatMap(linesOf);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Audit: ${closing}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 2rem; font: 1rem/1.4 system-ui, sans-serif; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; }
  td, th { padding: 0.25rem 1.5rem 0.25rem 0; border-bottom: 1px solid #8885; text-align: left; vertical-align: top; }
  td { font-variant-numeric: tabular-nums; white-space: nowrap; }
  small { display: block; opacity: 0.7; }
  .failed { background: #d324; }
  .pictures { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
  .pictures img { height: 25rem; border: 1px solid #8885; }
</style>
<h1>${closing}</h1>
<p>${escaped(versionLine(versions))} · ${Math.round(duration)} s</p>
<p>Of several runs of a visit the median, and all of them in brackets. The floor is a static page with the same words, styles and
images from a bare node:http, a first visit on a phone under the same settings.</p>
${missed.length > 0 ? `<h2>Failed</h2>${missed.map(failure).join('')}` : ''}
${unjudged.length > 0 ? `<h2>Skipped</h2>${unjudged.map(unjudgedLine).join('')}` : ''}
${[...screens].map((screen) => `<h2>${escaped(screen)}</h2>${sideBySide(linesOf(screen))}`).join('\n')}
<h2>Elsewhere</h2>
${table(others.map((line) => row(`${line.subject}: ${named(line)}`, [line])))}
<h2>Pictures</h2>
<p>axe was run on each of them.</p>
${looked.map((state) => hung(pictures.filter((picture) => picture.state === state))).join('\n')}
</html>
`;
}

function hung(pictures: Picture[]): string {
  const links = pictures.map(({ file, state, device, theme }) => {
    const alt = escaped(`${state}, ${device}, ${theme}`);
    return `<a href="${file}"><img src="${file}" alt="${alt}" loading="lazy"></a>`;
  });
  return `<h3>${escaped(pictures[0]?.state ?? '')}</h3><div class="pictures">${links.join('')}</div>`;
}

function sideBySide(lines: ReportLine[]): string {
  const visits = [...new Set(lines.map(({ visit }) => visit))];
  const whats = [...new Set(lines.map(({ what }) => what))];
  const rows = whats.map((what) => {
    const found = lines.filter((line) => line.what === what);
    return row(
      what,
      visits.map((visit) => found.find((line) => line.visit === visit)),
    );
  });
  return table([`<tr><th></th>${visits.map((visit) => `<th>${escaped(visit ?? '')}</th>`).join('')}</tr>`, ...rows]);
}

function row(name: string, lines: (ReportLine | undefined)[]): string {
  return `<tr><th>${escaped(name)}</th>${lines.map(cell).join('')}</tr>`;
}

function cell(line: ReportLine | undefined): string {
  if (!line) return '<td></td>';
  const beside = [isCheck(line) ? `bar ${line.bar}` : '', line.floor ? `floor ${line.floor}` : ''];
  const small = beside.filter((text) => text !== '').map((text) => `<small>${escaped(text)}</small>`);
  return `<td${isCheck(line) && verdictOf(line) === 'FAILED' ? ' class="failed"' : ''}>${escaped(line.found)}${small.join('')}</td>`;
}

function failure(check: BudgetCheck): string {
  const details = check.details.map((detail) => `<li>${escaped(detail)}</li>`).join('');
  return `<p class="failed">${escaped(`${check.subject}, ${named(check)}: ${check.found}, bar ${check.bar}`)}</p><ul>${details}</ul>`;
}

function unjudgedLine(check: BudgetCheck): string {
  const { subject, found, bar, skipped = '' } = check;
  return `<p>${escaped(`${subject}, ${named(check)}: ${found}, bar ${bar}: not judged, as ${skipped}`)}</p>`;
}

const named = ({ what, visit }: ReportLine) => [what, visit].filter((text) => text !== undefined).join(', ');

const table = (rows: string[]) => `<div class="wide"><table>${rows.join('\n')}</table></div>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
