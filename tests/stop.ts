/** Ends a run before it is over: when it has lasted too long, and where somebody interrupts it. */
export interface Stop extends Disposable {
  /** Its reason is a sentence. */
  signal: AbortSignal;
}

/** @param limitMs how long the run may last, in milliseconds */
export function openStop(limitMs: number): Stop {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(`Stopped after ${Math.round(limitMs / 60_000)} minutes.`), limitMs);
  const interrupted = (signal: NodeJS.Signals) => controller.abort(`Stopped by ${signal}.`);
  // A shell between npm and this process keeps npm's signals to itself.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) controller.abort('Stopped, as the process that started it has ended.');
  }, 1_000);
  watch.unref();
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      clearInterval(watch);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    },
  };
}
