import { stubGlobal } from './global.ts';

export interface Address extends Disposable {
  /** The document loads that the app has requested: the path of each, or `reload`. */
  readonly loads: string[];
}

/** Replaces `location` until disposed of, and records document loads, which jsdom does not implement. */
export function watchLoads(): Address {
  const loads: string[] = [];
  const { href, origin, pathname, search, hash } = window.location;
  const location = { href, origin, pathname, search, hash, assign: (to: string) => void loads.push(to) };
  const stubbed = stubGlobal('location', { ...location, reload: () => void loads.push('reload') });
  return { loads, [Symbol.dispose]: () => stubbed[Symbol.dispose]() };
}
