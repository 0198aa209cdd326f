import { vi } from 'vitest';
import { openTimersInTabs } from './tabs.ts';

/** The clock of a model, from 1 June 2026: it stands still until the model moves it on. */
export function openFakeClock(): Disposable {
  const stack = new DisposableStack();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 5, 1) });
  stack.defer(() => void vi.useRealTimers());
  stack.use(openTimersInTabs());
  return stack;
}
