import { answered, ended, openDatabase } from './database.ts';
import { type ContractCases, pause } from './environment.ts';
import { equal, rejectionOf, throws } from './expect.ts';

export const transactionCases: ContractCases = {
  'a transaction without open requests completes, and all pages see its writes': async ({ context, name, open }) => {
    const { begin } = await openDatabase(context, name);
    const other = await openDatabase(await open(), name);
    const store = begin('readwrite');
    store.put('written', 'a');
    await ended(store.transaction);
    equal(await other.get('a'), 'written');
    throws(() => store.put('late', 'a'), 'TransactionInactiveError');
  },
  'a transaction stays active while its requests are awaited, then becomes inactive': async ({ context, name }) => {
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
    throws(() => left.put('late', 'a'), 'TransactionInactiveError');
  },
  'a committed transaction accepts no more requests, and cannot be aborted': async ({ context, name }) => {
    const { begin, get } = await openDatabase(context, name);
    const { transaction } = begin('readwrite');
    const store = transaction.objectStore('records');
    store.put('committed', 'a');
    transaction.commit();
    const done = ended(transaction);
    throws(() => store.put('late', 'a'), 'TransactionInactiveError');
    throws(() => transaction.abort(), 'InvalidStateError');
    await done;
    equal(await get('a'), 'committed');
  },
  'an aborted transaction changes nothing, and each of its requests fails': async ({ context, name }) => {
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
  "a failed request aborts its transaction with the request's error": async ({ context, name }) => {
    const { begin, put, get } = await openDatabase(context, name);
    await put('earlier', 'a');
    const store = begin('readwrite');
    store.put('new', 'b');
    const failing = rejectionOf(answered(store.add('twice', 'a')));
    equal(await rejectionOf(ended(store.transaction)), 'ConstraintError');
    equal(await failing, 'ConstraintError');
    equal([await get('a'), await get('b')], ['earlier', undefined]);
  },
  "two pages' readwrite transactions run one after the other": async ({ context, name, open }) => {
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
  "a page's transactions run in order of creation, and reads see earlier writes": async ({ context, name }) => {
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
};
