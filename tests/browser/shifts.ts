import type { Tab } from './tab.ts';

/** Listens for layout shifts in every document the tab opens from now on. */
export async function watchShifts({ context }: Pick<Tab, 'context'>): Promise<void> {
  await context.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Element }[] = Reflect.get(entry, 'sources');
        const what = sources.map(({ node }) => node?.className || node?.nodeName).join(', ');
        shifts.push(`${Reflect.get(entry, 'value')} by ${what}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const shiftsOf = ({ page }: Pick<Tab, 'page'>): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return Reflect.get(window, 'shifts');
  });
