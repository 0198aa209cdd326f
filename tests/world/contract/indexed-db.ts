import { answered, ended, openDatabase } from './database.ts';
import { type Context, type ContractCases, until } from './environment.ts';
import { equal, throws } from './expect.ts';

export const indexedDbCases: ContractCases = {
  'a database is created once, and every page finds it': async ({ context, name, open }) => {
    let made = 0;
    const openAgain = async ({ indexedDB }: Context) => {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => {
        made += 1;
        request.result.createObjectStore('records');
      };
      return (await answered(request)).objectStoreNames.contains('records');
    };
    equal(await openAgain(context), true);
    equal(await openAgain(await open()), true);
    equal(made, 1);
    const { database } = await openDatabase(context, name);
    throws(() => database.transaction('others'), 'NotFoundError');
  },
  'getAll returns a range in key order, including both bounds': async ({ context, name }) => {
    const { begin } = await openDatabase(context, name);
    const store = begin('readwrite');
    const keys = ['draft/b', 'draft', 'draft/', 'outbox/a', 'draft/a', 'draft/B', 'draft/é', 'draft0', 'draft/a/b'];
    for (const key of keys) store.put(key, key);
    await ended(store.transaction);
    const from = (lower: string, upper: string) => answered(begin().getAll(context.IDBKeyRange.bound(lower, upper)));
    const drafts = ['draft/', 'draft/B', 'draft/a', 'draft/a/b', 'draft/b', 'draft/é'];
    equal(await from('draft/', 'draft/\uffff'), drafts);
    equal(await from('draft/a', 'draft/b'), ['draft/a', 'draft/a/b', 'draft/b']);
    equal(await answered(begin().getAllKeys()), keys.toSorted());
  },
  'a stored value is a deep copy': async ({ context, name }) => {
    const { put, get } = await openDatabase(context, name);
    const bytes = new Uint8Array([1, 2, 3]);
    const record = { text: 'one', at: undefined, list: [{ day: new Date(0) }], bytes: bytes.buffer };
    const stored = put(record, 'a');
    record.text = 'two';
    bytes[0] = 9;
    await stored;
    const read = (await get('a')) as typeof record;
    equal(Object.keys(read), ['text', 'at', 'list', 'bytes']);
    equal([read.text, read.list[0]?.day.getTime(), ...new Uint8Array(read.bytes)], ['one', 0, 1, 2, 3]);
    read.text = 'three';
    equal(((await get('a')) as typeof record).text, 'one');
  },
  'putting a value that cannot be cloned throws, and the transaction continues': async ({ context, name }) => {
    const { begin, get } = await openDatabase(context, name);
    const store = begin('readwrite');
    throws(() => store.put({ work: () => undefined }, 'a'), 'DataCloneError');
    store.put('fits', 'a');
    await ended(store.transaction);
    equal(await get('a'), 'fits');
  },
  "a killed page's transaction is rolled back, and other pages' continue": async ({ context, name, open, kill }) => {
    const doomed = await open();
    const killed = await openDatabase(doomed, name);
    const { get, put } = await openDatabase(context, name);
    await put('earlier', 'a');
    const store = killed.begin('readwrite');
    // Makes requests without end, so that the transaction does not commit by itself.
    let isRunning = false;
    const goOn = () => {
      store.put('never committed', 'a').onsuccess = () => {
        isRunning = true;
        goOn();
      };
    };
    goOn();
    await until(context, 'the transaction runs', () => isRunning);
    const waiting = put('later', 'b');
    kill(doomed);
    await waiting;
    equal([await get('a'), await get('b')], ['earlier', 'later']);
  },
  'a page can create a database after another page was killed creating it': async ({ context, name, open, kill }) => {
    const doomed = await open();
    const begun = Promise.withResolvers<void>();
    const request = doomed.indexedDB.open(name);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore('records');
      const goOn = () => {
        store.put('never committed', 'a').onsuccess = goOn;
      };
      goOn();
      begun.resolve();
    };
    await begun.promise;
    kill(doomed);
    const { get } = await openDatabase(context, name);
    equal(await get('a'), undefined);
  },
  'a closed connection finishes its transactions, and refuses new transactions': async ({ context, name }) => {
    const { database, begin } = await openDatabase(context, name);
    const store = begin('readwrite');
    store.put('last', 'a');
    const done = ended(store.transaction);
    database.close();
    await done;
    throws(() => begin(), 'InvalidStateError');
    equal(await (await openDatabase(context, name)).get('a'), 'last');
  },
};
