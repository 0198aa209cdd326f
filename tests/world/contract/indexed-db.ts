import type { Context, ContractCase } from './environment.ts';
import { pause, until } from './environment.ts';
import { equal, rejectionOf, thrownBy } from './expect.ts';

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Rejects with what the transaction says of its end. */
const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));
  });

/** The database of a case, with a short way to begin a transaction of its only store. */
async function openDatabase({ indexedDB }: Context, name: string) {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore('records');
  const database = await answered(request);
  const begin = (mode: IDBTransactionMode = 'readonly') => database.transaction('records', mode).objectStore('records');
  const put = async (value: unknown, key: string) => {
    const store = begin('readwrite');
    store.put(value, key);
    await ended(store.transaction);
  };
  const get = (key: string): Promise<unknown> => answered(begin().get(key));
  return { database, begin, put, get };
}

export const indexedDbCases: ContractCase[] = [
  {
    name: 'a database is made once, and then found as it is by every page',
    async run({ context, name, open }) {
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
      equal(
        thrownBy(() => database.transaction('others')),
        'NotFoundError',
      );
    },
  },
  {
    name: 'a transaction ends by itself once nothing is asked of it, and everybody sees what it wrote',
    async run({ context, name, open }) {
      const { begin } = await openDatabase(context, name);
      const other = await openDatabase(await open(), name);
      const store = begin('readwrite');
      store.put('written', 'a');
      await ended(store.transaction);
      equal(await other.get('a'), 'written');
      equal(
        thrownBy(() => store.put('late', 'a')),
        'TransactionInactiveError',
      );
    },
  },
  {
    name: 'a transaction lives on while its answers are awaited, and not for longer',
    async run({ context, name }) {
      const { begin, put, get } = await openDatabase(context, name);
      await put(1, 'a');
      const store = begin('readwrite');
      const before = (await answered(store.get('a'))) as number;
      await Promise.resolve();
      const again = (await answered(store.get('a'))) as number;
      store.put(before + again, 'a');
      await ended(store.transaction);
      equal(await get('a'), 2);
      const left = begin('readwrite');
      await answered(left.get('a'));
      await pause(context);
      equal(
        thrownBy(() => left.put('late', 'a')),
        'TransactionInactiveError',
      );
    },
  },
  {
    name: 'a commit is not waited for by hand, takes nothing more, and cannot be taken back',
    async run({ context, name }) {
      const { begin, get } = await openDatabase(context, name);
      const { transaction } = begin('readwrite');
      const store = transaction.objectStore('records');
      store.put('committed', 'a');
      transaction.commit();
      const done = ended(transaction);
      equal(
        thrownBy(() => store.put('late', 'a')),
        'TransactionInactiveError',
      );
      equal(
        thrownBy(() => transaction.abort()),
        'InvalidStateError',
      );
      await done;
      equal(await get('a'), 'committed');
    },
  },
  {
    name: 'an aborted transaction has done nothing, and each of its requests is told',
    async run({ context, name }) {
      const { begin, put, get } = await openDatabase(context, name);
      await put('earlier', 'a');
      const store = begin('readwrite');
      const { transaction } = store;
      await answered(store.put('newer', 'a'));
      const asked = [rejectionOf(answered(store.delete('a'))), rejectionOf(answered(store.put('new', 'b')))];
      const done = rejectionOf(ended(transaction));
      transaction.abort();
      equal(await Promise.all(asked), ['AbortError', 'AbortError']);
      equal(await done, 'AbortError');
      equal(transaction.error, null);
      equal([await get('a'), await get('b')], ['earlier', undefined]);
    },
  },
  {
    name: 'a request that fails aborts its transaction, which says why',
    async run({ context, name }) {
      const { begin, put, get } = await openDatabase(context, name);
      await put('earlier', 'a');
      const store = begin('readwrite');
      store.put('new', 'b');
      const failing = rejectionOf(answered(store.add('twice', 'a')));
      equal(await rejectionOf(ended(store.transaction)), 'ConstraintError');
      equal(await failing, 'ConstraintError');
      equal([await get('a'), await get('b')], ['earlier', undefined]);
    },
  },
  {
    name: 'of two pages that read and write, one waits for the other',
    async run({ context, name, open }) {
      const pages = await Promise.all([context, await open()].map((page) => openDatabase(page, name)));
      const increase = async ({ begin }: Awaited<ReturnType<typeof openDatabase>>) => {
        const store = begin('readwrite');
        const count = ((await answered(store.get('count'))) ?? 0) as number;
        store.put(count + 1, 'count');
        await ended(store.transaction);
      };
      await Promise.all(Array.from({ length: 5 }, () => pages.map(increase)).flat());
      equal(await pages[0]?.get('count'), 10);
    },
  },
  {
    name: 'transactions of a page that write run in the order in which they were begun, and readers see those before',
    async run({ context, name }) {
      const { begin } = await openDatabase(context, name);
      const order: unknown[] = [];
      const write = (value: string) => {
        const store = begin('readwrite');
        store.put(value, 'a');
        return ended(store.transaction).then(() => order.push(`${value} written`));
      };
      const read = async () => order.push(await answered(begin().get('a')));
      await Promise.all([write('one'), read(), write('two'), write('three'), read()]);
      equal(order, ['one written', 'one', 'two written', 'three written', 'three']);
    },
  },
  {
    name: 'a range is read in the order of its keys, both ends included',
    async run({ context, name }) {
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
  },
  {
    name: 'what is stored is a copy, with all that it is made of',
    async run({ context, name }) {
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
  },
  {
    name: 'what cannot be copied is refused at once, and the transaction goes on',
    async run({ context, name }) {
      const { begin, get } = await openDatabase(context, name);
      const store = begin('readwrite');
      equal(
        thrownBy(() => store.put({ work: () => undefined }, 'a')),
        'DataCloneError',
      );
      store.put('fits', 'a');
      await ended(store.transaction);
      equal(await get('a'), 'fits');
    },
  },
  {
    name: 'what a killed page has not committed is undone, and others go on',
    async run({ context, name, open, kill }) {
      const doomed = await open();
      const killed = await openDatabase(doomed, name);
      const { get, put } = await openDatabase(context, name);
      await put('earlier', 'a');
      const store = killed.begin('readwrite');
      // Asks again and again, so that it does not end by itself.
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
  },
  {
    name: 'a database of which the making was killed is made by the next page',
    async run({ context, name, open, kill }) {
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
  },
  {
    name: 'a closed connection begins nothing more, and ends what it has begun',
    async run({ context, name }) {
      const { database, begin } = await openDatabase(context, name);
      const store = begin('readwrite');
      store.put('last', 'a');
      const done = ended(store.transaction);
      database.close();
      await done;
      equal(
        thrownBy(() => begin()),
        'InvalidStateError',
      );
      equal(await (await openDatabase(context, name)).get('a'), 'last');
    },
  },
  {
    name: 'deleting a database asks those who have it open to close it, and waits for them',
    async run({ context, name, open }) {
      const { database, put } = await openDatabase(await open(), name);
      await put('gone', 'a');
      const order: string[] = [];
      database.onversionchange = ({ newVersion }) => {
        order.push(`asked to close for ${newVersion}`);
        context.setTimeout(() => {
          order.push('closed');
          database.close();
        }, 50);
      };
      await answered(context.indexedDB.deleteDatabase(name));
      order.push('deleted');
      equal(order, ['asked to close for null', 'closed', 'deleted']);
      equal(await (await openDatabase(context, name)).get('a'), undefined);
    },
  },
];
