import type { Browser, Page } from 'playwright-core';

/** One run of an event handler on the page's main thread. */
export interface Handler {
  /** The event it handled, such as `click`. */
  type: string;
  /** In milliseconds. */
  duration: number;
}

/** The fields read from an event of Chromium's trace (the Trace Event Format); `dur` is in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string; data?: { type?: string } };
}

/** Returns every event handler that ran in the page during `act`, from Chromium's own trace. */
export async function handlersDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<Handler[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  return handlersIn(traceEvents);
}

export const handlersIn = (events: TraceEvent[]): Handler[] =>
  inMainThreads(events, 'EventDispatch').map(({ dur = 0, args }) => ({
    type: args?.data?.type ?? 'unknown',
    duration: dur / 1_000,
  }));

/** Returns the longest task of the page's main thread during `act`, in milliseconds. */
export async function longestTaskDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const tasks = inMainThreads(traceEvents, 'RunTask');
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000;
}

function inMainThreads(events: TraceEvent[], wanted: string): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMainThread = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const mainThreads = new Set(events.filter(isMainThread).map(threadOf));
  return events.filter((event) => event.name === wanted && mainThreads.has(threadOf(event)));
}
