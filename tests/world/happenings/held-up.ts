import { BrokenPromise } from '../broken-promise.ts';
import type { OpenTab } from '../device.ts';
import type { NetworkFault } from '../network.ts';
import type { World } from '../world.ts';
import { happening, lookFor, openedTab, type Where, whereNetworkIsGood } from './happening.ts';
import { press, type } from './writing.ts';

/** Faults that keep a text from arriving. Every call that sends the text meets the same fault. */
const faults: NetworkFault[] = [
  'nobody answers',
  'a gateway answers 503',
  'the call is lost',
  'a captive portal answers',
  'a gateway redirects',
];

/** How long the second text may take to arrive, in milliseconds: longer than both texts' calls and pauses. */
const longestMs = 30 * 60_000;

/** Submits a text that never arrives, and then another text, which must arrive all the same. */
async function submitBeside(world: World, where: Where): Promise<void> {
  const { network, turns } = world;
  const { device, nth } = where;
  const { losses } = device.storageFaults;
  const tab = openedTab(world, where);
  const stuck = await begin(world, where, tab);
  if (stuck === undefined) return;
  network.stuck = { title: stuck, fault: faults[nth % faults.length] ?? 'nobody answers' };
  await submit(world, tab);
  const other = await begin(world, where, tab);
  if (other !== undefined && other !== stuck) {
    const pressedAt = turns.count;
    const isHeard = await submit(world, tab);
    const isThere = () => world.server.history().some(({ title }) => title === other);
    const end = turns.now + longestMs;
    while (isHeard && !isThere() && turns.now < end) await passSeconds(world, 5);
    const isUndisturbed = isHeard && tab.realm.isAlive && losses === device.storageFaults.losses;
    if (isUndisturbed && world.nameOf(tab) && !world.withdrawn.has(other, pressedAt)) {
      world.check('a text that never gets through does not hold up another text');
      if (!isThere()) throw new BrokenPromise(`"${stuck}", which never gets through, holds up "${other}"`);
    }
  }
  network.stuck = undefined;
}

/** Types into the form. @returns the title of the form's text; `undefined` without a login or a form */
async function begin(world: World, where: Where, tab: OpenTab): Promise<string | undefined> {
  await type(world, where);
  return world.nameOf(tab) ? tab.page.text()?.title : undefined;
}

/** Presses "Create Blog". @returns whether the author is told that the text is published or waiting */
async function submit(world: World, tab: OpenTab): Promise<boolean> {
  let isHeard = false;
  world.begin(`${tab.name}: presses Create Blog`, async () => {
    isHeard = await press(tab, world);
  });
  // The app tells an author that a text waits once its call has been unanswered for 10 seconds.
  await passSeconds(world, 15);
  await lookFor(world, () => tab.page.text()?.content === '');
  return isHeard;
}

/** Moves the clock in steps small enough for the device to keep up. */
async function passSeconds({ turns }: World, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    await turns.settle();
    await turns.pass(1_000, 5);
  }
  await turns.settle();
}

/** Happenings of a rare kind of life: the network fails for a single text. */
export const heldUp = [
  happening('submits a text that never gets through, and then another text', 20, (world, where) =>
    whereNetworkIsGood(world, where.device, () => submitBeside(world, where)),
  ),
];
