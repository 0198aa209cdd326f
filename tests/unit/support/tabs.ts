import { AsyncLocalStorage } from 'node:async_hooks';
import { stubGlobal } from './global.ts';

/** One of several pages, or the worker, of the same browser: code that `run` has started belongs to it. */
export interface Tab {
  run<T>(work: () => T): T;
  isAlive(): boolean;
  /** As by SIGKILL: whatever of its code would go on can touch neither device nor network any more. */
  kill(): void;
}

const running = new AsyncLocalStorage<Tab>();

export const currentTab = (): Tab | undefined => running.getStore();

/** For what one tab lets happen in another. */
export const outsideTabs = <T>(work: () => T): T => running.exit(work);

/** Timers go off in the tab that has set them, and not at all in one that has been killed. */
export function openTimersInTabs(): Disposable {
  const set = globalThis.setTimeout;
  const setInTab = (work: () => void, ms?: number) => {
    const tab = currentTab();
    const inTab = AsyncLocalStorage.bind(work);
    return set(() => tab?.isAlive() !== false && inTab(), ms);
  };
  return stubGlobal('setTimeout', setInTab);
}

export class TabKilled extends Error {
  override name = 'TabKilled';
}

export function openTab(onKill: (tab: Tab) => void = () => undefined): Tab {
  let isAlive = true;
  const tab: Tab = {
    run: (work) => running.run(tab, work),
    isAlive: () => isAlive,
    kill() {
      isAlive = false;
      onKill(tab);
    },
  };
  return tab;
}

/** @throws TabKilled in code of a tab that has been killed. */
export function stopIfKilled(): void {
  if (currentTab()?.isAlive() === false) throw new TabKilled();
}
