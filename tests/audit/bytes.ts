import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { pagePaths } from '../../src/contract/paths.ts';
import { type Recorded, record } from '../bench/recorded.ts';
import { staticPage } from '../bench/static-page.ts';
import { byteBudgets } from './budgets.ts';
import { type BudgetCheck, checkBytes } from './checks.ts';
import type { Measured } from './judge.ts';
import { nameOf } from './visits.ts';

/** Checks the bytes that each first visit on a phone loads, as the server sends them with brotli. */
export async function weigh(origin: string, measured: Measured[]): Promise<BudgetCheck[]> {
  const checks: BudgetCheck[] = [];
  for (const { visit, runs } of measured) {
    if (visit.kind === 'repeat' || visit.device === 'desktop') continue;
    const { name, path } = visit.screen;
    const about = { subject: name, visit: nameOf(visit) };
    const page = await record(origin + path);
    const floor = (await staticPage(origin, path)).get(path);
    const loaded = new Set(runs.flatMap((run) => run.loaded));
    const files = await Promise.all([...loaded].filter((url) => url.startsWith(origin)).map((url) => record(url)));
    const [scripts, styles] = [files.filter(isOf('javascript')), files.filter(isOf('css'))];
    const inPage = inlineStyles(page);
    const reader = path === pagePaths.home ? 'list' : 'reader';
    const scriptBudget = byteBudgets.script[visit.screen.signedIn ? 'author' : reader];
    const styleBudget = byteBudgets.style[visit.screen.signedIn ? 'author' : 'reader'];
    checks.push(
      checkBytes({ ...about, what: 'HTML', floor: `${floor?.body.length} B` }, page.body.length, byteBudgets.html),
      checkBytes({ ...about, what: 'JavaScript', floor: '0 B' }, sum(scripts), scriptBudget),
      checkBytes({ ...about, what: 'CSS', floor: `${inPage} B` }, inPage + sum(styles), styleBudget),
    );
  }
  return checks;
}

const isOf =
  (type: string) =>
  ({ headers }: Recorded) =>
    headers['content-type']?.startsWith(`text/${type}`) ?? false;

const sum = (answers: Recorded[]) => answers.reduce((total, { body }) => total + body.length, 0);

/** Returns the size that the page's inlined styles would have as a file of their own. */
function inlineStyles({ body }: Recorded): number {
  const styles = brotliDecompressSync(body)
    .toString()
    .matchAll(/<style>(.*?)<\/style>/gs);
  return brotliCompressSync([...styles].map(([, text]) => text).join('')).length;
}
