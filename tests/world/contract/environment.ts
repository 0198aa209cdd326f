import type { NetworkFault } from '../network.ts';

type Page = Window & typeof globalThis;

/** The globals of one page of the app. */
export type Context = Pick<
  Page,
  | 'caches'
  | 'indexedDB'
  | 'IDBKeyRange'
  | 'navigator'
  | 'BroadcastChannel'
  | 'MessageChannel'
  | 'localStorage'
  | 'sessionStorage'
  | 'document'
  | 'addEventListener'
  | 'fetch'
  | 'Request'
  | 'Response'
  | 'AbortSignal'
  | 'setTimeout'
  | 'clearTimeout'
>;

/** The environment of a case: pages of one browser, and a host that answers their calls (`host.ts`). */
export interface Environment {
  /** A name that no other case has. It is part of every name under which the case stores something. */
  readonly name: string;
  /** A page that no worker controls. */
  readonly context: Context;
  /** An origin that differs from the pages' origin. */
  readonly otherOrigin: string;
  /** The scope of the case's worker. */
  readonly scope: string;
  /** Whether the browser has Background Sync, as only Chromium does. */
  readonly hasBackgroundSync: boolean;
  /** Makes the stand-in dispatch registered Background Syncs. A real browser that is online does so by itself. */
  sync(): void;
  /** Kills the stand-in's worker, as SIGKILL does. Does nothing in a real browser: no page can kill its worker. */
  killWorker(): void;
  /** Opens another page of this origin. With `where`, the page is in the worker's scope. */
  open(where?: 'before the worker' | 'with the worker'): Promise<Context>;
  /** Makes the host serve another worker script from now on. */
  deploy(): Promise<void>;
  /** Kills the page without `pagehide` or other last events. */
  kill(context: Context): void;
  /** Makes every call during `work` meet the fault. */
  withFault<T>(fault: NetworkFault, work: () => Promise<T>): Promise<T>;
  /** Calls `work` with a text that does not fit into local or session storage. */
  whenFull(work: (text: string) => void): void;
}

/** Runs a case. @throws Error if the browser or its stand-in behaves differently */
type Run = (env: Environment) => Promise<void>;

/** The behaviours that a stand-in must share with browsers, by name. */
export type ContractCases = Record<string, Run>;

export interface ContractCase {
  name: string;
  run: Run;
}

/** Numbers that show whether messages arrive in order. */
export const oneToTwenty = Array.from({ length: 20 }, (_, index) => index + 1);

/** Waits long enough for work that is under way to finish. */
export const pause = ({ setTimeout }: Context, ms = 150): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms));

/** Waits until the condition is true. @throws Error if it is not within ten seconds */
export async function until(context: Context, what: string, isTrue: () => unknown): Promise<void> {
  for (let looks = 0; looks < 200; looks += 1) {
    if (await isTrue()) return;
    await pause(context, 50);
  }
  throw new Error(`It did not come about that ${what}`);
}
