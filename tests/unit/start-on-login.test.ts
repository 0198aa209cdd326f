import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';

const start = vi.fn();
let isThere = false;

// Until `isThere` is set, fails like a chunk that is requested without a network.
vi.mock('../../src/writing/start-writing.ts', () => ({
  get startWriting() {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return start;
  },
}));

test('a failed import of the modules for authors is repeated when the network returns', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  using errors = catchErrors();
  const { openSession } = await import('../../src/session/session.ts');
  const { startWritingOnLogin } = await import('../../src/writing/start-on-login.ts');
  openSession();
  startWritingOnLogin();
  await eventually(() => expect(errors).toHaveBeenCalledOnce());
  isThere = true;
  dispatchEvent(new Event('online'));
  await eventually(() => expect(start).toHaveBeenCalledOnce());
});
