import type { Context, ContractCase } from './environment.ts';
import { pause, until } from './environment.ts';
import { equal, thrownBy } from './expect.ts';

/** What a page hears of changes to these items, and what they were as it heard it. */
function follow({ addEventListener, localStorage }: Context, name: string): unknown[] {
  const heard: unknown[] = [];
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(name)) heard.push([key.slice(name.length), newValue, localStorage.getItem(key)]);
  });
  return heard;
}

export const webStorageCases: ContractCase[] = [
  {
    name: 'an item is what was set last, as text, and nothing where nothing was set',
    async run({ context: { localStorage, sessionStorage }, name }) {
      for (const storage of [localStorage, sessionStorage]) {
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
  },
  {
    name: 'the keys are those of the object',
    async run({ context: { sessionStorage }, name }) {
      const before = sessionStorage.length;
      for (const last of ['a', 'b']) sessionStorage.setItem(name + last, last);
      equal(sessionStorage.length, before + 2);
      const own = (keys: (string | null)[]) => keys.filter((key) => key?.startsWith(name)).toSorted();
      equal(own(Object.keys(sessionStorage)), [`${name}a`, `${name}b`]);
      equal(own(Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at))), [
        `${name}a`,
        `${name}b`,
      ]);
      equal(sessionStorage.key(sessionStorage.length), null);
      Object.assign(sessionStorage, { [`${name}c`]: 'assigned' });
      equal(sessionStorage.getItem(`${name}c`), 'assigned');
    },
  },
  {
    name: 'both kinds are apart from each other',
    async run({ context: { localStorage, sessionStorage }, name }) {
      localStorage.setItem(name, 'local');
      equal(sessionStorage.getItem(name), null);
    },
  },
  {
    name: 'each change is told to the other pages, in order, and not to the own one',
    async run({ context, name, open }) {
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
      // Whoever hears of the last change finds all of them made.
      equal(there.at(-1), ['b', null, null]);
      equal(other.localStorage.getItem(`${name}a`), 'three');
    },
  },
  {
    name: 'what changes nothing is told to nobody',
    async run({ context, name, open }) {
      const there = follow(await open(), name);
      context.localStorage.setItem(name, 'same');
      context.localStorage.setItem(name, 'same');
      context.localStorage.removeItem(`${name}a`);
      await until(context, 'it has come', () => there.length > 0);
      await pause(context);
      equal(there.length, 1);
    },
  },
  {
    name: 'on a full device a write throws, the earlier item stays, and it can be removed',
    async run({ context: { localStorage, sessionStorage }, name, whenFull }) {
      for (const storage of [localStorage, sessionStorage]) {
        storage.setItem(name, 'earlier');
        whenFull((text) => {
          equal(
            thrownBy(() => storage.setItem(name, text)),
            'QuotaExceededError',
          );
          equal(storage.getItem(name), 'earlier');
          storage.removeItem(name);
          equal(storage.getItem(name), null);
        });
      }
    },
  },
];
