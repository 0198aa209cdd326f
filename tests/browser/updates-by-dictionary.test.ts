import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { laterClient } from './support/builds.ts';
import { buildOf, comeBack, openDeployedSite } from './support/deployed-site.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { forward } from './support/proxy.ts';
import { receive } from './support/received.ts';
import { button, listShows } from './support/screen.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const run = promisify(execFile);
const step = join(import.meta.dirname, '../../src/server/compress-against-earlier.ts');

/** The next build, compressed on the machine on which the first was. */
async function buildAfterFirst() {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-earlier-'));
  const clientDir = join(folder, 'client');
  for (const build of [inject('ownClient'), laterClient()]) {
    await rm(clientDir, { recursive: true, force: true });
    await cp(build, clientDir, { recursive: true });
    await cp(`${build}.manifest.json`, `${clientDir}.manifest.json`);
    await run(process.execPath, [step, clientDir]);
  }
  return { clientDir, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Tells how what a browser fetches through it was encoded, and how long it was then, in bytes. */
async function openRecorder(target: string) {
  const sent: { path: string; encoding: string | undefined; bytes: number }[] = [];
  const { port, ...loopback } = await openLoopback(await freePort(), (request, response) => {
    receive(request)
      .then(async (call) => {
        const headers = await forward(call, response, new URL(target));
        sent.push({
          path: call.path,
          encoding: headers['content-encoding'],
          bytes: Number(headers['content-length']),
        });
      })
      .catch(() => response.destroy());
  });
  return { ...loopback, origin: `http://localhost:${port}`, sent };
}

test('An update fetches what its files differ in from those of the build before', async () => {
  await using build = await buildAfterFirst();
  await using site = await openDeployedSite();
  await using recorder = await openRecorder(site.origin);
  await using tab = await openTab(site);
  const { page } = tab;
  await publish(site, await registerAuthor(site), { title: 'A post' });
  await page.goto(`${recorder.origin}/home`);
  await waitUntilCached(page, { ...site, api: recorder.origin });

  await site.deploy(build.clientDir);
  recorder.sent.length = 0;
  await comeBack(page);
  await button(page, 'Update').click();
  await expect.poll(() => buildOf(page)).toBe('later');
  await listShows(page, ['A post']);
  const scripts = recorder.sent.filter(({ path }) => path.startsWith('/assets/'));
  expect(scripts.length).toBeGreaterThan(30);
  expect(scripts.filter(({ bytes }) => !Number.isFinite(bytes))).toEqual([]);
  // What is as short as its difference comes whole.
  expect(scripts.filter(({ encoding, bytes }) => encoding !== 'dcz' && bytes > 150)).toEqual([]);
  await site.stop();
  await page.reload();
  await listShows(page, ['A post']);
  expect(await buildOf(page)).toBe('later');
});
