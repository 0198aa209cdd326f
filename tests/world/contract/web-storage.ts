import { type Context, type ContractCases, pause, until } from './environment.ts';
import { equal, throws } from './expect.ts';

/** Collects a page's storage events for keys with this prefix, each with the item's value when the event arrives. */
function follow({ addEventListener, localStorage }: Context, name: string): unknown[] {
  const heard: unknown[] = [];
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(name)) heard.push([key.slice(name.length), newValue, localStorage.getItem(key)]);
  });
  return heard;
}

export const webStorageCases: ContractCases = {
  'getItem returns the last value as a string, or null without a value': async ({ context, name }) => {
    for (const storage of [context.localStorage, context.sessionStorage]) {
      equal(storage.getItem(name), null);
      equal(storage.getItem('toString'), null);
      storage.setItem(name, 'one');
      storage.setItem(name, 2 as unknown as string);
      equal(storage.getItem(name), '2');
      storage.setItem(name, '');
      equal(storage.getItem(name), '');
      storage.removeItem(name);
      storage.removeItem(name);
      equal(storage.getItem(name), null);
    }
  },
  'Object.keys and length show the stored keys': async ({ context: { sessionStorage }, name }) => {
    const before = sessionStorage.length;
    for (const last of ['a', 'b']) sessionStorage.setItem(name + last, last);
    equal(sessionStorage.length, before + 2);
    const own = Object.keys(sessionStorage).filter((key) => key.startsWith(name));
    equal(own.toSorted(), [`${name}a`, `${name}b`]);
  },
  'local and session storage are separate': async ({ context: { localStorage, sessionStorage }, name }) => {
    localStorage.setItem(name, 'local');
    equal(sessionStorage.getItem(name), null);
  },
  'changes fire storage events in other pages in order, but not in their own page': async ({ context, name, open }) => {
    const other = await open();
    const [here, there] = [follow(context, name), follow(other, name)];
    const { localStorage } = context;
    localStorage.setItem(`${name}a`, 'one');
    localStorage.setItem(`${name}b`, 'two');
    localStorage.setItem(`${name}a`, 'three');
    localStorage.removeItem(`${name}b`);
    await until(context, 'all have come', () => there.length >= 4);
    equal(
      there.map((each) => (each as unknown[]).slice(0, 2)),
      [
        ['a', 'one'],
        ['b', 'two'],
        ['a', 'three'],
        ['b', null],
      ],
    );
    equal(here, []);
    // Checks the item's value only in the last event, because all changes have been made by then.
    equal(there.at(-1), ['b', null, null]);
    equal(other.localStorage.getItem(`${name}a`), 'three');
  },
  'setting the same value again fires no storage event': async ({ context, name, open }) => {
    const there = follow(await open(), name);
    context.localStorage.setItem(name, 'same');
    context.localStorage.setItem(name, 'same');
    context.localStorage.removeItem(`${name}a`);
    await until(context, 'it has come', () => there.length > 0);
    await pause(context);
    equal(there.length, 1);
  },
  'a write to full storage throws; the earlier item stays and can be removed': async (env) => {
    const { context, name, whenFull } = env;
    for (const storage of [context.localStorage, context.sessionStorage]) {
      storage.setItem(name, 'earlier');
      whenFull((text) => {
        throws(() => storage.setItem(name, text), 'QuotaExceededError');
        equal(storage.getItem(name), 'earlier');
        storage.removeItem(name);
        equal(storage.getItem(name), null);
      });
    }
  },
};
