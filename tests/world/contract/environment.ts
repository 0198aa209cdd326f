import type { NetworkFault } from '../network.ts';

type Page = Window & typeof globalThis;

/** One page of the app: the globals that it has. */
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

/** Where a case runs: pages of one browser, and a host that answers them (`host.ts`). */
export interface Environment {
  /** No other case has it: part of every name under which a case stores something. */
  readonly name: string;
  /** A page that no worker controls. */
  readonly context: Context;
  /** An origin that is not the pages' own. */
  readonly otherOrigin: string;
  /** The scope of the case's worker. */
  readonly scope: string;
  /** Chromium alone has it. */
  readonly hasBackgroundSync: boolean;
  /** The browser finds that there is a network; a real one does so by itself. */
  sync(): void;
  /** The browser ends the worker in the middle of its work, as by SIGKILL; no page can ask a real one to do so. */
  killWorker(): void;
  /** Opens another page of this origin: where no worker will be, where one is to be registered, or once one is active. */
  open(where?: 'before the worker' | 'with the worker'): Promise<Context>;
  /** Puts another script of the worker on the host. */
  deploy(): Promise<void>;
  /** Ends the page without an event. */
  kill(context: Context): void;
  /** Runs `work`; every call meanwhile meets the fault. */
  withFault<T>(fault: NetworkFault, work: () => Promise<T>): Promise<T>;
  /** Runs `work` while the device is full. `text` does not fit any more. */
  whenFull(work: (text: string) => void): void;
}

/** What a stand-in must do as browsers do. */
export interface ContractCase {
  name: string;
  /** @throws Error where the browser, or its stand-in, does something else */
  run(env: Environment): Promise<void>;
}

/** Lets what is under way come about, as far as it does so by itself. */
export const pause = ({ setTimeout }: Context, ms = 150): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms));

/** @throws Error if it does not become true in ten seconds */
export async function until(context: Context, what: string, isTrue: () => unknown): Promise<void> {
  for (let looks = 0; looks < 200; looks += 1) {
    if (await isTrue()) return;
    await pause(context, 50);
  }
  throw new Error(`It did not come about that ${what}`);
}
