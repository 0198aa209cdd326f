import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';

const appPage = async () => new Response('<div id="root"></div>');

beforeAll(async () => {
  const { reloadOnMissingChunk } = await import('../../src/device/updates/reload-on-missing-chunk.ts');
  reloadOnMissingChunk();
});

beforeEach(() => sessionStorage.clear());

/** Renders a page of this build with these form fields, and dispatches Vite's event for a missing chunk. */
async function missChunk(build: string, fields = ''): Promise<void> {
  document.body.innerHTML = `<script type="module" src="/assets/${build}.js"></script>${fields}`;
  dispatchEvent(new Event('vite:preloadError'));
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setTimeout(resolve));
}

test('reloads a page with a missing chunk once per build', async () => {
  using address = watchLoads();
  using _ = stubGlobal('fetch', appPage);
  await missChunk('one');
  expect(address.loads).toEqual(['reload']);
  await missChunk('one');
  expect(address.loads).toEqual(['reload']);
  await missChunk('two');
  await missChunk('one');
  expect(address.loads).toEqual(['reload', 'reload']);
});

test('if the host serves the same build, waits before it reloads the page', async () => {
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using address = watchLoads();
  using _ = stubGlobal(
    'fetch',
    async () => new Response('<div id="root"></div><script src="/assets/one.js"></script>'),
  );
  using timer = vi.spyOn(globalThis, 'setTimeout');
  const waits = () => timer.mock.calls.filter(([, ms]) => ms === timeouts.leavingPageMs);
  await missChunk('one');
  expect(address.loads).toEqual([]);
  const [goOn] = waits()[0] ?? [];
  goOn?.();
  await eventually(() => expect(address.loads).toEqual(['reload']));
  await missChunk('two');
  expect(waits()).toHaveLength(1);
  expect(address.loads).toEqual(['reload', 'reload']);
});

test('a missing chunk does not reload a page with an unsaved text', async () => {
  using address = watchLoads();
  using _ = stubGlobal('fetch', appPage);
  await missChunk('one', '<textarea>Typed</textarea>');
  expect(address.loads).toEqual([]);
  await missChunk('one');
  expect(address.loads).toEqual(['reload']);
});

test.each<[string, () => Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['fails', async () => new Response('<div id="root"></div>', { status: 503 })],
  ['is a captive portal', async () => new Response('<form>Accept the terms</form>')],
])('a missing chunk does not reload the page if the host %s', async (_, reply) => {
  using __ = catchErrors();
  using address = watchLoads();
  let asked = 0;
  using ___ = stubGlobal('fetch', () => {
    asked += 1;
    return reply();
  });
  await missChunk('one');
  await eventually(() => expect(asked).toBe(1));
  expect(address.loads).toEqual([]);
  using ____ = stubGlobal('fetch', appPage);
  await missChunk('one');
  expect(address.loads).toEqual(['reload']);
});
