import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';

const start = vi.fn();
let isThere = false;

// As a chunk that is asked for without a network.
vi.mock('../../src/data/outbox/outbox-scheduler.ts', () => ({
  get startOutboxScheduler() {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return start;
  },
}));

test('starts the outbox once the network is back where its code could not be loaded', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  using errors = catchErrors();
  const { openSession } = await import('../../src/data/session/session.ts');
  const { startOutboxOnLogin } = await import('../../src/data/outbox/start-outbox-on-login.ts');
  openSession();
  startOutboxOnLogin();
  await eventually(() => expect(errors).toHaveBeenCalledOnce());
  isThere = true;
  dispatchEvent(new Event('online'));
  await eventually(() => expect(start).toHaveBeenCalledOnce());
});
