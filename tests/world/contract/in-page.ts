import type { NetworkFault } from '../network.ts';
import { contractCases } from './cases.ts';
import { type Context, type Environment, until } from './environment.ts';

/**
 * Runs the contract's cases in a page of a real browser. A case opens its pages as iframes. Each iframe has its own
 * globals, and its page ends without `pagehide` or other last events when it is removed.
 */
export interface ContractRunner {
  names: string[];
  start(name: string, otherOrigin: string): void;
  /** The outcome of the case that was started last, with the reason of a failure. */
  outcome: 'under way' | 'passed' | { failure: string };
}

const frames = new Map<Context, HTMLIFrameElement>();

async function openFrame(path: string): Promise<Context> {
  const frame = document.createElement('iframe');
  frame.src = path;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const context = frame.contentWindow as unknown as Context;
  frames.set(context, frame);
  return context;
}

function closeFrame(context: Context): void {
  frames.get(context)?.remove();
  frames.delete(context);
}

/** Returns the scope of a case's worker. Neither `/page` nor the page that runs the cases is in this scope. */
const scopeOf = (name: string) => `/in-scope/${name}/`;

async function openControlled(scope: string): Promise<Context> {
  const registration = await navigator.serviceWorker.register('/worker.js', { scope });
  await until(window, 'the worker is active', () => registration.active?.state === 'activated');
  return openFrame(scope);
}

const setFault = (fault: NetworkFault | '') => fetch(`/control/fault?${encodeURIComponent(fault)}`, { method: 'POST' });

const environment = (name: string, otherOrigin: string): Environment => ({
  name,
  context: window as unknown as Context,
  otherOrigin,
  hasBackgroundSync: 'SyncManager' in window,
  scope: scopeOf(name),
  sync: () => undefined,
  killWorker: () => undefined,
  open(where) {
    if (where === undefined) return openFrame('/page');
    return where === 'with the worker' ? openControlled(scopeOf(name)) : openFrame(scopeOf(name));
  },
  async deploy() {
    await fetch('/control/deploy', { method: 'POST' });
  },
  kill: closeFrame,
  async withFault(fault, work) {
    await setFault(fault);
    try {
      return await work();
    } finally {
      await setFault('');
    }
  },
  // Local storage holds five million characters, so this text does not fit.
  whenFull: (work) => work('x'.repeat(6_000_000)),
});

async function run(wanted: string, otherOrigin: string): Promise<ContractRunner['outcome']> {
  const at = contractCases.findIndex(({ name }) => name === wanted);
  try {
    await contractCases[at]?.run(environment(`case-${at}-`, otherOrigin));
    return 'passed';
  } catch (error) {
    return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  } finally {
    for (const context of [...frames.keys()]) closeFrame(context);
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  }
}

const contract: ContractRunner = {
  names: contractCases.map(({ name }) => name),
  outcome: 'passed',
  start(name, otherOrigin) {
    contract.outcome = 'under way';
    void run(name, otherOrigin).then((outcome) => {
      contract.outcome = outcome;
    });
  },
};

Object.assign(window, { contract });
