import type { Post } from '../../../src/contract/posts.ts';
import type { Device, OpenTab } from '../device.ts';
import { has } from '../words.ts';
import type { World } from '../world.ts';

/** The device and the tab where something happens. `nth` chooses one of several possible targets there. */
export interface Where {
  device: Device;
  /** The tab's index. */
  at: number;
  nth: number;
  /** The id of the post; if unset, `nth` chooses the post. */
  postId?: string | undefined;
}

/** An event in a world. Its name continues a sentence that begins with a device or a tab. */
export interface Happening {
  name: string;
  weight: number;
  do(world: World, where: Where): unknown;
}

/** @param weight how often it happens, compared to the other happenings of a life */
export const happening = (name: string, weight: number, act: Happening['do']): Happening => ({ name, weight, do: act });

/** Returns a happening that opens a tab if necessary, and begins an action there without waiting for its end. */
export const inTab = (
  name: string,
  weight: number,
  work: (tab: OpenTab, world: World, where: Where) => Promise<unknown> | undefined,
): Happening =>
  happening(name, weight, (world, where) => {
    const tab = openedTab(world, where);
    world.begin(`${tab.name}: ${name}`, () => work(tab, world, where));
  });

/** Returns a happening that affects a whole device. */
export const onDevice = (name: string, weight: number, work: (device: Device, world: World) => unknown): Happening =>
  happening(name, weight, (world, { device }) => {
    world.turns.tell(`${device.name}: ${name}`);
    return work(device, world);
  });

/** Kills a tab as by SIGKILL, so that the words typed in the last moments are lost. */
export function killTab(world: World, { device, at }: Pick<Where, 'device' | 'at'>): void {
  const found = device.tabs[at];
  world.turns.tell(`${device.name}, tab ${at + 1}: is killed`);
  for (const word of world.words)
    if (word.tab && word.tab === found) Object.assign(word, { tab: undefined, isSafe: false });
  world.losePage(device, found);
  device.kill(at);
}

/**
 * Closes a tab, or hides the app as on a phone and swipes it away. Dispatches the page's last events, and lets the page
 * finish its work. The device then has stored all words of the form, unless storage fails.
 */
export async function closeTab(world: World, { device, at, nth }: Where): Promise<void> {
  const found = device.tabs[at];
  if (!found) return;
  const isSwiped = nth % 2 === 0;
  world.turns.tell(`${found.name}: is ${isSwiped ? 'put away and swiped off' : 'closed'}`);
  const { storageFaults } = device;
  const { losses } = storageFaults;
  const typed = world.words.filter(({ tab }) => tab === found);
  if (isSwiped) device.hide(found);
  else device.leave(found);
  await world.turns.settle();
  // Meanwhile the tab may have been killed or reloaded.
  if (device.tabs[at] !== found) return;
  const { isFull, isForbidden, hangs } = storageFaults;
  const isKept = losses === storageFaults.losses && !isFull && !isForbidden && !hangs;
  const inForm = [found.page.text(), found.page.editedText()];
  for (const word of world.words) {
    if (word.tab !== found) continue;
    const isInForm = inForm.some((text) => text?.title === word.title && has(text.content, word));
    // A word that the page inserts after the close, such as a chosen picture, comes too late to be saved.
    Object.assign(word, { tab: undefined, isSafe: isKept && isInForm && typed.includes(word) });
  }
  world.losePage(device, found);
  device.kill(at);
}

/** Kills a tab during its nth write into a database from now on, if it lives that long. */
export function killTabAtWrite(world: World, { device, at }: Pick<Where, 'device' | 'at'>, nth: number): void {
  const tab = openedTab(world, { device, at });
  world.turns.tell(`${tab.name}: will be killed at its write ${nth}`);
  device.storageFaults.killAtWrite(tab.realm, nth, () => killTab(world, { device, at }));
}

export function openedTab(world: World, { device, at }: Pick<Where, 'device' | 'at'>): OpenTab {
  const found = device.tabs[at];
  if (found) return found;
  world.turns.tell(`${device.name}: the app is opened in tab ${at + 1}`);
  return world.openTab(device, at);
}

/** Returns `where` on the other device, with the same post and tab index. */
export function onOtherDevice({ devices }: World, where: Where): Where {
  return { ...where, device: devices.find((one) => one !== where.device) ?? where.device };
}

/** Does the work on a good network: the device is online, and only the happening itself makes calls fail. */
export async function whereNetworkIsGood(
  { network }: World,
  device: Device,
  work: () => Promise<unknown>,
): Promise<void> {
  const { rates } = network;
  network.rates = {};
  device.isOnline = true;
  await work();
  network.rates = rates;
}

/** Fires `visibilitychange`, as when a person returns to the tab. The app then checks for an update. */
export function comeBack({ document }: OpenTab): void {
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Takes turns until `shown` returns something truthy, or 400 turns have passed. */
export async function lookFor(world: World, shown: () => unknown): Promise<void> {
  for (let looks = 0; looks < 20 && !shown(); looks += 1) await world.turns.take(20);
}

/** Begins the work, and takes turns until it ends. @returns whether it ended in time */
export async function waitFor(world: World, what: string, work: () => Promise<unknown>): Promise<boolean> {
  let isOver = false;
  world.begin(what, () => work().finally(() => (isOver = true)));
  await lookFor(world, () => isOver);
  return isOver;
}

/** Waits for the work, and then for everything that it has caused. @returns whether the work ended in time */
export async function ends(world: World, what: string, work: () => Promise<unknown>): Promise<boolean> {
  const isOver = await waitFor(world, what, work);
  await world.turns.settle();
  return isOver;
}

/** Returns one of the posts that the device has shown and that its user has written. */
export function ownPost(world: World, tab: OpenTab, { device, nth, postId }: Where): Post | undefined {
  const name = world.nameOf(tab);
  const posts = world.shownOn(device).newest.filter(({ title }) => name && title.startsWith(`${name} `));
  return postId === undefined ? posts[nth % posts.length] : posts.find(({ _id }) => _id === postId);
}
