import { BrokenPromise } from '../broken-promise.ts';
import type { Device } from '../device.ts';
import type { World } from '../world.ts';

/** Once nothing fails any more: each tab has the files of its build, and one visit brings the newest. */
export async function verifyUpdatesWhenFaultsEnd(world: World): Promise<void> {
  if (!world.site.wasDeployed) return;
  for (const device of world.devices) {
    await verifyChunks(world, device);
    await verifyNewestBuild(world, device);
  }
}

/** A tab goes on with the build that it began with, whose files stay on the device as long. */
async function verifyChunks(world: World, device: Device): Promise<void> {
  device.isOnline = false;
  for (const tab of device.tabs) {
    if (!tab?.isPrecached) continue;
    world.check('a tab has all files of its build');
    if (!(await world.whenDone(device.hasChunk(tab))))
      throw new BrokenPromise(`${tab.name} misses files of its build ${tab.build}`);
  }
  device.isOnline = true;
}

/** Somebody who opens the app anew and accepts what is offered has the newest build. */
async function verifyNewestBuild(world: World, device: Device): Promise<void> {
  const { turns, site } = world;
  const at = device.tabs.length;
  world.openTab(device, at);
  world.check('one visit that accepts an update brings it');
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
