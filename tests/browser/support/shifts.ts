import type { Tab } from './tab.ts';

interface Shift {
  value: number;
  /** The classes or tag names of the elements that moved, the largest first, at most five. */
  moved: string[];
}

/** Records the layout shifts of every document that the tab opens from now on. */
export async function watchShifts({ context }: Pick<Tab, 'context'>): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Element }[] = Reflect.get(entry, 'sources');
        const moved = sources.map(({ node }) => node?.className || node?.nodeName || 'an element that is gone');
        shifts.push({ value: Reflect.get(entry, 'value'), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Returns every layout shift since the last call. First moves a control element and waits until the browser reports it.
 * An empty result therefore means that nothing moved, not that a report was missing or late.
 */
export async function shiftsOf({ page }: Pick<Tab, 'page'>): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const control = document.querySelector<HTMLElement>('.shift-control') ?? document.createElement('div');
    control.className = 'shift-control';
    control.style.cssText = 'position: fixed; inset: 0 0 auto; height: 50%; background: gray; pointer-events: none';
    document.body.append(control);
    await frame();
    const shifts: Shift[] = Reflect.get(window, 'shifts');
    const isReported = () => shifts.some(({ moved }) => moved.includes('shift-control'));
    const deadline = performance.now() + 10_000;
    for (let top = 50; !isReported() && performance.now() < deadline; top = 50 - top) {
      control.style.top = `${top}%`;
      await frame();
    }
    const wasReported = isReported();
    // The element stays in the document, because a late report does not name removed elements.
    control.style.display = 'none';
    const isOfPage = ({ moved }: Shift) => moved.some((element) => element !== 'shift-control');
    return wasReported ? shifts.splice(0).filter(isOfPage) : undefined;
  });
  if (shifts === undefined) throw new Error('The browser reports no layout shift, not even of the control.');
  return shifts.map(({ value, moved }) => `${value} by ${moved.join(', ')}`);
}
