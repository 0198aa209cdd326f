import { appBuilds, cacheKeyOf } from '../app-builds.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device } from '../device.ts';
import type { World } from '../world.ts';

/** Verifies that no device has cached wrong content from the host as a file of a build. */
export function verifyFiles({ devices }: World): void {
  for (const { name, storage } of devices)
    for (const { precache, files } of Object.values(appBuilds))
      for (const file of precache) {
        const stored = storage.caches.textAt(cacheKeyOf(file));
        if (stored !== undefined && stored !== files.get(`/${file.url}`)?.body)
          throw new BrokenPromise(`${name} keeps "${stored}" as ${file.url}`);
      }
}

/** Verifies that a device opens the app again without a network, unless the browser has deleted its files. */
export async function verifyOpensAgain(world: World, device: Device): Promise<void> {
  const { storageFaults, worker } = device;
  if (!worker.active?.isWhole || storageFaults.hangs || storageFaults.isForbidden) return;
  await world.turns.settle();
  world.check('an app that has opened opens again without a network');
  world.turns.tell(`${device.name}: opens the app without a network`);
  const { losses } = storageFaults;
  const { isOnline } = device;
  device.isOnline = false;
  worker.kill();
  const at = device.tabs.length;
  const opens = await world.whenDone(device.canOpen(world.openTab(device, at)));
  // If storage failed during this visit, the app may still open later.
  if (!opens && losses === storageFaults.losses) throw new BrokenPromise(`${device.name} does not open the app again`);
  device.kill(at);
  device.isOnline = isOnline;
}

/** Verifies that each tab has the files of its build, and that one visit that accepts the update loads the newest. */
export async function verifyUpdatesWhenFaultsEnd(world: World): Promise<void> {
  if (!world.site.wasDeployed) return;
  for (const device of world.devices) {
    await verifyChunks(world, device);
    await verifyOpensAgain(world, device);
    await verifyNewestBuild(world, device);
  }
}

/** Verifies that each open tab can still load the files of its build without a network. */
export async function verifyChunks(world: World, device: Device): Promise<void> {
  device.isOnline = false;
  for (const tab of device.tabs) {
    if (!tab?.isPrecached) continue;
    world.check('a tab has all files of its build');
    if (!(await world.whenDone(device.hasChunk(tab))))
      throw new BrokenPromise(`${tab.name} misses files of its build ${tab.build}`);
  }
  device.isOnline = true;
}

/** Verifies that opening the app again and accepting the update loads the newest build. */
async function verifyNewestBuild(world: World, device: Device): Promise<void> {
  const { turns, site } = world;
  const at = device.tabs.length;
  world.openTab(device, at);
  world.check('one visit that accepts an update brings the newest build');
  for (let tries = 0; tries < 8; tries += 1) {
    await turns.settle();
    await turns.pass(60_000, 4);
    await turns.settle();
    const tab = device.tabs[at];
    if (tab?.page.isUpdateOffered()) await world.whenDone(world.updates.accept(device, tab));
    await turns.settle();
  }
  const tab = device.tabs[at];
  const build = tab?.build;
  if (tab?.controller?.isWhole && !tab.isPrecached)
    throw new BrokenPromise(`${device.name} has not all files of build ${build}`);
  if (build !== site.name) throw new BrokenPromise(`${device.name} is left with build ${build}, not ${site.name}`);
  device.kill(at);
}
