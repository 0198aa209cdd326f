import { appOrigin } from './app-origin.ts';
import type { Instantiate } from './bundle.ts';
import { Caches } from './cache-storage.ts';
import { Cookies } from './cookies.ts';
import { openDatabases } from './databases.ts';
import type { Device } from './device.ts';
import type * as IndexedDb from './indexed-db.ts';
import { StorageFaults } from './storage-faults.ts';

/** All storage of the app on one device except session storage, which belongs to a tab. */
export class DeviceStorage {
  readonly faults = new StorageFaults();
  /** `localStorage` by key. */
  readonly local: Record<string, string> = {};
  readonly caches = new Caches(this.faults);
  readonly cookies: Cookies;
  readonly databases: ReturnType<typeof openDatabases>;

  constructor(device: Pick<Device, 'name' | 'turns' | 'clock'>, indexedDb: Instantiate<typeof IndexedDb>) {
    const { name, turns, clock } = device;
    this.cookies = new Cookies(appOrigin, this.faults, () => turns.now + clock.ahead);
    this.databases = openDatabases(name, turns, indexedDb, this.faults);
  }

  /** Returns the contents of all storage except the databases. */
  leftBehind(): unknown[] {
    return [this.local, this.caches.contents(), this.cookies.contents()];
  }

  deleteCaches(): void {
    this.faults.noteDeletion();
    this.caches.deleteAll();
  }

  /** Copies all storage. @returns a function that restores it */
  copy(): () => void {
    const local = { ...this.local };
    const parts = [this.caches, this.cookies, this.databases].map((part) => part.copy());
    return () => {
      this.faults.noteDeletion();
      this.#deleteLocal();
      Object.assign(this.local, local);
      for (const putBack of parts) putBack();
    };
  }

  deleteAll(): void {
    this.deleteCaches();
    this.databases.deleteAll();
    this.#deleteLocal();
    this.cookies.deleteAll();
  }

  #deleteLocal(): void {
    for (const key of Object.keys(this.local)) Reflect.deleteProperty(this.local, key);
  }
}
