import type { Device } from '../device.ts';
import { DeviceBackup } from '../device-backup.ts';
import { storedPictures } from '../stored-pictures.ts';
import type { World } from '../world.ts';
import { happening, killTab, lookFor, onDevice, openedTab } from './happening.ts';
import { addPicture } from './picturing.ts';
import { beginPress } from './writing.ts';

function closeBrowser(world: World, device: Device): void {
  for (const at of device.tabs.keys()) if (device.tabs[at]) killTab(world, { device, at });
}

const restoreMs = 200_000;

export async function restoreServer(world: World): Promise<void> {
  const { turns, server, rolledBack, devices, confirmed } = world;
  if (server.kind !== 'own' || !server.hasBackup) return;
  turns.tell('the server is restored from its backup');
  const posts = server.posts();
  const before = server.history();
  const pictures = [...server.images().keys()];
  server.kill();
  // Waits longer than any call can take to arrive.
  await turns.pass(restoreMs, 8);
  await turns.settle();
  await server.restore();
  const kept = server.history();
  rolledBack.add(before, kept);
  for (const id of rolledBack.ids.names()) {
    const versions = kept.filter((version) => version.id === id).map(({ version }) => version);
    confirmed.goBack(id, Math.max(0, ...versions));
  }
  const left = new Set([server.images(), ...devices.map(storedPictures)].flatMap((images) => [...images.keys()]));
  for (const name of pictures) if (!left.has(name)) rolledBack.pictures.add(name);
  // Posts that were deleted since the backup exist again. It is no fault if a device has their texts as drafts.
  const ids = new Set(posts.map(({ id }) => id));
  for (const { id } of server.posts().filter((post) => !ids.has(post.id))) {
    rolledBack.ids.note(id);
    rolledBack.revived.note(id);
    confirmed.revive(id);
    for (const device of devices) world.shownOn(device).forget(id);
  }
}

/** Happenings that back up or restore the server, or all storage of a device's browser. */
export const restoring = [
  happening('sees the server backed up', 9, ({ server }) => {
    if (server.kind === 'own') server.backUp();
  }),
  happening('sees the server restored', 9, restoreServer),
  happening('posts a picture, and the server is restored before it has the text', 9, async (world, where) => {
    const { turns, server, network } = world;
    if (server.kind !== 'own') return;
    server.backUp();
    const tab = openedTab(world, where);
    world.begin(`${tab.name}: adds a picture`, () => addPicture(tab, world, where));
    await turns.settle();
    network.nextPost = 'nobody answers';
    beginPress(world, tab);
    await lookFor(world, () => network.nextPost === undefined);
    if (network.nextPost === undefined) await restoreServer(world);
    network.nextPost = undefined;
  }),
  onDevice('is backed up', 8, (device, world) => {
    closeBrowser(world, device);
    world.backups.set(device, new DeviceBackup(world, device));
  }),
  happening('is restored from its backup', 9, (world, where) => {
    const device = world.backups.has(where.device) ? where.device : [...world.backups.keys()].at(-1);
    const backup = device && world.backups.get(device);
    if (!backup) return;
    closeBrowser(world, device);
    world.turns.tell(`${device.name}: is restored from its backup`);
    backup.restore();
  }),
];
