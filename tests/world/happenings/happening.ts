import type { Post } from '../../../src/contract/posts.ts';
import type { Device, OpenTab } from '../device.ts';
import { has } from '../words.ts';
import type { World } from '../world.ts';

/** Where something happens, and with which of several things there. */
export interface Where {
  device: Device;
  /** The tab, from 0. */
  at: number;
  nth: number;
  /** The post, where it is not the nth. */
  postId?: string | undefined;
}

/** Something that can happen in a world. Its name goes on a sentence that begins with a device or a tab. */
export interface Happening {
  name: string;
  /** How often it comes, beside the others of a life. */
  weight: number;
  do(world: World, where: Where): unknown;
}

/** What somebody does in a tab, which is opened for it. Nobody waits for it. */
export const inTab = (
  name: string,
  weight: number,
  work: (tab: OpenTab, world: World, where: Where) => Promise<unknown> | undefined,
): Happening => ({
  name,
  weight,
  do(world, where) {
    const tab = openedTab(world, where);
    world.begin(`${tab.name}: ${name}`, () => work(tab, world, where));
  },
});

/** What comes over a device, told in words. */
export const onDevice = (
  name: string,
  weight: number,
  work: (device: Device, world: World, where: Where) => unknown,
): Happening => ({
  name,
  weight,
  do(world, where) {
    world.turns.tell(`${where.device.name}: ${name}`);
    return work(where.device, world, where);
  },
});

/** As by SIGKILL: what was typed in its last moments goes along with it. */
export function killTab(world: World, { device, at }: Pick<Where, 'device' | 'at'>): void {
  const found = device.tabs[at];
  world.turns.tell(`${device.name}, tab ${at + 1}: is killed`);
  for (const word of world.words)
    if (word.tab && word.tab === found) Object.assign(word, { tab: undefined, isSafe: false });
  world.losePage(device, found);
  device.kill(at);
}

/**
 * Closes a tab, or puts the app away on a phone and swipes it off: the page is told, ends what it has begun, and is gone.
 * What was typed in its form is on the device then, unless its storage failed meanwhile.
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
  // It may have been killed meanwhile, or loaded anew.
  if (device.tabs[at] !== found) return;
  const { isFull, isForbidden, hangs } = storageFaults;
  const isKept = losses === storageFaults.losses && !isFull && !isForbidden && !hangs;
  const inForm = [found.page.text(), found.page.editedText()];
  for (const word of world.words) {
    if (word.tab !== found) continue;
    const isInForm = inForm.some((text) => text?.title === word.title && has(text.content, word));
    // What the page itself puts in later, such as a picture that was chosen, comes too late.
    Object.assign(word, { tab: undefined, isSafe: isKept && isInForm && typed.includes(word) });
  }
  world.losePage(device, found);
  device.kill(at);
}

/** Kills a tab as it writes into a database for the nth time from now on, if it lives as long. */
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

export function hasNetworkAgain({ turns }: World, device: Device): void {
  turns.tell(`${device.name}: has a network again`);
  device.isOnline = true;
  for (const tab of device.tabs) tab?.window.dispatchEvent(new Event('online'));
}

/** Nothing but what happens now keeps the device from the backend and the host. */
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

/** Somebody comes back to a tab that is open: the product looks for an update then. */
export function comeBack({ document }: OpenTab): void {
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Waits as somebody does who looks at the screen, and gives up after a while. */
export async function lookFor(world: World, shown: () => unknown): Promise<void> {
  for (let looks = 0; looks < 20 && !shown(); looks += 1) await world.turns.take(20);
}

/** Begins it, and waits for its end. @returns whether it came to that */
export async function ends(world: World, what: string, work: () => Promise<unknown>): Promise<boolean> {
  let isOver = false;
  world.begin(what, () => work().finally(() => (isOver = true)));
  await lookFor(world, () => isOver);
  await world.turns.settle();
  return isOver;
}

/** One of the posts that the device has shown, and that whoever is logged in here has written. */
export function ownPost(world: World, tab: OpenTab, { device, nth, postId }: Where): Post | undefined {
  const name = world.nameOf(tab);
  const posts = world.shownOn(device).newest.filter(({ title }) => name && title.startsWith(`${name} `));
  return postId === undefined ? posts[nth % posts.length] : posts.find(({ _id }) => _id === postId);
}
