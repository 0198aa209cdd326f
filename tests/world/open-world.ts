import { people } from './blog.ts';
import type { Programs } from './build-programs.ts';
import { ForeignBackend, type ForeignHabits } from './foreign-backend.ts';
import type { Person } from './page/page.ts';
import { Server } from './server.ts';
import { Turns } from './turns.ts';
import { World } from './world.ts';

interface Beginning {
  foreign: ForeignHabits | undefined;
  /** Whether the own server has accounts and posts already. */
  isInUse: boolean;
  /** The device whose browser lets the site store nothing. */
  forbidden: number;
  /** Whether another build is deployed at some time. */
  hasAnotherBuild: boolean;
}

/** Two devices, two people with accounts, a backend, and a network that does not fail yet. */
export async function openWorld(
  programs: Programs,
  seed: number,
  { foreign, isInUse, forbidden, hasAnotherBuild }: Beginning,
  say?: (what: string) => void,
): Promise<World> {
  const turns = new Turns(seed, say);
  const today = foreign ? await programs.forForeignBackend() : programs;
  const later = hasAnotherBuild ? await programs.another() : programs;
  const another = foreign && hasAnotherBuild ? await later.forForeignBackend() : later;
  const server = foreign
    ? new ForeignBackend(turns, foreign)
    : await Server.open({ today: programs.server, another: later.server }, turns, isInUse);
  const world = new World({ today, another }, turns, server);
  if (foreign) turns.tell(`the backend is somebody else's: ${JSON.stringify(foreign)}`);
  for (const [index, device] of world.devices.entries()) {
    device.storageFaults.isForbidden = index === forbidden;
    await world.enter(device, people[index] as Person, isInUse && !foreign);
  }
  return world;
}
