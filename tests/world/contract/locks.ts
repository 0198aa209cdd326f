import { type Context, type ContractCases, pause, until } from './environment.ts';
import { equal, rejectionOf } from './expect.ts';

/** Takes a lock, and holds it until the caller calls `release`. */
async function hold({ navigator }: Context, name: string, options: LockOptions = {}) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = navigator.locks.request(name, options, () => {
    held.resolve();
    return released.promise;
  });
  await held.promise;
  return {
    async release() {
      released.resolve();
      await done;
    },
  };
}

const isFree = ({ navigator }: Context, name: string): Promise<boolean> =>
  navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);

export const lockCases: ContractCases = {
  "request grants a lock asynchronously, and resolves with the callback's result": async ({ context, name }) => {
    const order: string[] = [];
    const asked = context.navigator.locks.request(name, (lock) => {
      order.push('granted');
      return [lock?.name, lock?.mode];
    });
    order.push('asked');
    equal(await asked, [name, 'exclusive']);
    equal(order, ['asked', 'granted']);
  },
  'an exclusive lock is granted to one request after another, in order': async ({ context, name, open }) => {
    const other = await open();
    const order: string[] = [];
    const work = (who: string) => async () => {
      order.push(`${who} begins`);
      await pause(context, 5);
      order.push(`${who} ends`);
    };
    const first = await hold(context, name);
    const second = other.navigator.locks.request(name, work('second'));
    await until(context, 'it waits', async () => (await waiting(context, name)) === 1);
    const third = context.navigator.locks.request(name, work('third'));
    const fourth = context.navigator.locks.request(name, work('fourth'));
    await first.release();
    await Promise.all([second, third, fourth]);
    equal(
      order,
      ['second', 'third', 'fourth'].flatMap((who) => [`${who} begins`, `${who} ends`]),
    );
  },
  'shared requests hold a lock together, but wait behind an exclusive request': async ({ context, name }) => {
    const one = await hold(context, name, { mode: 'shared' });
    const two = await hold(context, name, { mode: 'shared' });
    const order: string[] = [];
    const alone = context.navigator.locks.request(name, () => order.push('alone'));
    const behind = context.navigator.locks.request(name, { mode: 'shared' }, () => order.push('behind'));
    await pause(context);
    equal(order, []);
    await one.release();
    await pause(context);
    equal(order, []);
    await two.release();
    await Promise.all([alone, behind]);
    equal(order, ['alone', 'behind']);
  },
  'a request with ifAvailable gets a free lock or null, and does not wait': async ({ context, name, open }) => {
    const other = await open();
    const held = await hold(context, name);
    equal(await isFree(other, name), false);
    await held.release();
    equal(await isFree(other, name), true);
    const shared = await hold(context, name, { mode: 'shared' });
    const ask = () => other.navigator.locks.request(name, { ifAvailable: true, mode: 'shared' }, (lock) => lock?.mode);
    equal(await ask(), 'shared');
    // A request with `ifAvailable` does not overtake a pending request.
    const alone = context.navigator.locks.request(name, () => 'had it');
    await until(context, 'it waits', async () => (await waiting(context, name)) === 1);
    equal(await ask(), undefined);
    await shared.release();
    equal(await alone, 'had it');
  },
  "a lock is free as soon as its holder's promise has settled": async ({ context, name }) => {
    const { locks } = context.navigator;
    await locks.request(name, () => undefined);
    equal(await isFree(context, name), true, 'It is free');
    const failing = locks.request(name, () => Promise.reject(new RangeError('no')));
    equal(await rejectionOf(failing), 'RangeError');
    equal(await isFree(context, name), true, 'It is free');
    const throwing = locks.request(name, () => {
      throw new RangeError('no');
    });
    equal(await rejectionOf(throwing), 'RangeError');
    equal(await isFree(context, name), true, 'It is free');
  },
  "stealing a lock overtakes waiting requests, and the holder's request rejects": async ({ context, name, open }) => {
    const other = await open();
    const order: string[] = [];
    const lost = rejectionOf(
      context.navigator.locks.request(name, () => {
        order.push('held');
        return new Promise<void>(() => undefined);
      }),
    );
    await until(context, 'the lock is held', () => order.length > 0);
    const waiting = context.navigator.locks.request(name, () => order.push('waited'));
    await other.navigator.locks.request(name, { steal: true }, () => order.push('stolen'));
    equal(await lost, 'AbortError');
    await waiting;
    equal(order, ['held', 'stolen', 'waited']);
  },
  'an aborted request rejects with its reason, and the next request is granted': async ({ context, name }) => {
    const held = await hold(context, name);
    const controller = new AbortController();
    let isGranted = false;
    const given = context.navigator.locks.request(name, { signal: controller.signal }, () => {
      isGranted = true;
    });
    const next = context.navigator.locks.request(name, () => 'next');
    controller.abort(new RangeError('enough'));
    equal(await rejectionOf(given), 'RangeError');
    await held.release();
    equal(await next, 'next');
    equal(isGranted, false);
  },
  'a request aborted before its grant gets no lock, even if the lock was free': async ({ context, name }) => {
    const controller = new AbortController();
    let isGranted = false;
    const asked = context.navigator.locks.request(name, { signal: controller.signal }, () => {
      isGranted = true;
    });
    controller.abort();
    equal(await rejectionOf(asked), 'AbortError');
    equal(await context.navigator.locks.request(name, () => 'next'), 'next');
    equal(isGranted, false);
  },
  'a lock request whose timeout expires rejects with a TimeoutError': async ({ context, name }) => {
    const held = await hold(context, name);
    const signal = context.AbortSignal.timeout(50);
    equal(await rejectionOf(context.navigator.locks.request(name, { signal }, () => undefined)), 'TimeoutError');
    await held.release();
  },
  'a request with an aborted signal rejects; an abort after the grant is ignored': async ({ context, name }) => {
    const { locks } = context.navigator;
    const before = locks.request(name, { signal: context.AbortSignal.abort() }, () => 'granted');
    equal(await rejectionOf(before), 'AbortError');
    const controller = new AbortController();
    const held = await hold(context, name, { signal: controller.signal });
    controller.abort();
    await pause(context);
    equal(await isFree(context, name), false);
    await held.release();
  },
  'a killed page releases its locks and withdraws its requests': async ({ context, name, open, kill }) => {
    const [holder, waiter] = [await open(), await open()];
    await hold(holder, name);
    let isGranted = false;
    void waiter.navigator.locks.request(name, () => {
      isGranted = true;
    });
    await until(context, 'it waits', async () => (await waiting(context, name)) === 1);
    const third = context.navigator.locks.request(name, () => 'third');
    kill(waiter);
    kill(holder);
    equal(await third, 'third');
    equal(isGranted, false);
  },
  'every page can query which locks are held and requested': async ({ context, name, open }) => {
    const other = await open();
    const ours = (infos: LockInfo[] = []) =>
      infos.filter((info) => info.name === name).map(({ name: of, mode }) => [of, mode]);
    const held = await hold(other, name, { mode: 'shared' });
    const next = context.navigator.locks.request(name, () => undefined);
    await until(context, 'it waits', async () => (await waiting(context, name)) === 1);
    const { held: all, pending } = await context.navigator.locks.query();
    equal(ours(all), [[name, 'shared']]);
    equal(ours(pending), [[name, 'exclusive']]);
    await held.release();
    await next;
    equal(ours((await context.navigator.locks.query()).held), []);
  },
};

async function waiting({ navigator }: Context, name: string): Promise<number> {
  const { pending = [] } = await navigator.locks.query();
  return pending.filter((info) => info.name === name).length;
}
