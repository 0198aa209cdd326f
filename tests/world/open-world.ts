import { people } from './blog.ts';
import type { Programs } from './build-programs.ts';
import { ForeignBackend, type ForeignHabits } from './foreign-backend.ts';
import type { Person } from './page/page.ts';
import { Server } from './server.ts';
import { Turns } from './turns.ts';
import { World } from './world.ts';

interface Beginning {
  foreign: ForeignHabits | undefined;
  /** Whether our own server already has accounts and posts. */
  isInUse: boolean;
  /** Whether our own server has a blog longer than the devices have room for. */
  isLong: boolean;
  /** The index of the device whose browser forbids storage; -1 if no browser does. */
  forbidden: number;
  /** Whether another build may be deployed. */
  hasAnotherBuild: boolean;
}

/** Opens a world of two devices, two people with accounts, a backend, and a network without faults. */
export async function openWorld(
  programs: Programs,
  seed: number,
  { foreign, isInUse, isLong, forbidden, hasAnotherBuild }: Beginning,
  say?: (what: string) => void,
): Promise<World> {
  const turns = new Turns(seed, say);
  const forDevices = (all: Programs) =>
    foreign ? all.forForeignBackend() : isLong ? all.withLittleRoom() : Promise.resolve(all);
  const today = await forDevices(programs);
  const later = hasAnotherBuild ? await programs.another() : programs;
  const another = hasAnotherBuild ? await forDevices(later) : today;
  const blog = isLong ? 'long' : isInUse ? 'in use' : 'empty';
  const server = foreign
    ? new ForeignBackend(turns, foreign)
    : await Server.open({ today: programs.server, another: later.server }, turns, blog);
  const world = new World({ today, another }, turns, server, !isLong);
  if (foreign) turns.tell(`the backend is somebody else's: ${JSON.stringify(foreign)}`);
  for (const [index, device] of world.devices.entries()) {
    device.storageFaults.isForbidden = index === forbidden;
    await world.enter(device, people[index] as Person, (isInUse || isLong) && !foreign);
  }
  return world;
}
