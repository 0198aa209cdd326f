import { appOrigin } from './app-origin.ts';
import type { Device } from './device.ts';
import { asGlobalObject, commonGlobals, never, type Realm } from './realm.ts';
import { messageChannelOf } from './storage.ts';
import { requestOf } from './world-request.ts';

/** Returns the globals that pages and workers have in common. */
export function browserGlobals(device: Device, realm: Realm, fetch: (request: Request) => Promise<Response>) {
  const { turns, clock, storage } = device;
  const location = Object.assign(new URL(appOrigin), { assign: () => undefined, reload: () => undefined });
  const WorldRequest = requestOf(appOrigin);
  const seed = turns.newSeed();
  return {
    ...commonGlobals(realm, seed, clock),
    location,
    ...(device.hasBackgroundSync && { SyncManager: Object }),
    navigator: { locks: device.locks.of(realm, device.storageFaults), storage: undefined, userAgent: 'world' },
    indexedDB: storage.databases.of(realm),
    IDBKeyRange: storage.databases.IDBKeyRange,
    caches: storage.caches.of(realm, appOrigin),
    BroadcastChannel: device.channels.of(realm, device.storageFaults),
    MessageChannel: messageChannelOf(realm),
    Request: WorldRequest,
    fetch: async (input: RequestInfo | URL, init?: RequestInit) =>
      realm.isAlive
        ? fetch(init === undefined && input instanceof Request ? input : new WorldRequest(input, init))
        : never<Response>(),
  };
}

/** Returns `globalThis`, `self` and `window` objects that have these globals as properties. */
export function globalsAsProperties(globals: object) {
  const all: Record<string, unknown> = asGlobalObject({ ...globals, isSecureContext: true });
  for (const name of ['globalThis', 'self', 'window']) all[name] = all;
  return { globalThis: all, self: all, window: all };
}

export const noModules = (name: string): never => {
  throw new Error(`A browser has no module ${name}`);
};
