import { blank } from '../../../src/writing/record/post-record.ts';
import type { OpenTab } from '../device.ts';
import type { NetworkFault } from '../network.ts';
import { verifyNotAskedInVain } from '../promises/asked-in-vain.ts';
import { newTitle } from '../titles.ts';
import { bringBack, has, isPicture } from '../words.ts';
import type { World } from '../world.ts';
import { happening, inTab, killTab, lookFor, openedTab, type Where, waitFor, whereNetworkIsGood } from './happening.ts';

export async function type(world: World, where: Where): Promise<void> {
  const tab = openedTab(world, where);
  if (!tab.page.text()) {
    tab.page.openForm();
    world.keepInTab(tab);
    await lookFor(world, tab.page.text);
  }
  const { word, nth, typed } = world.newWord();
  const title = tab.page.type(newTitle(world.nameOf(tab), nth), typed);
  if (title === undefined) return;
  world.turns.tell(`${tab.name}: types ${word} into "${title}"`);
  world.type(tab, { word, title });
}

/** Presses "Create Blog". @returns whether the author is told that the text is published or waiting */
export async function press(tab: OpenTab, world: World): Promise<boolean> {
  const pressedAt = world.turns.count;
  const pressed = await tab.page.press();
  if (!pressed) return false;
  const { told: answer, draft, isHeard } = pressed;
  const { title, content, imgUrl } = draft.post;
  world.turns.tell(`${tab.name}: ${isHeard ? 'is told' : 'does not hear'} that "${title}" is ${answer}`);
  if (!isHeard) return false;
  if (answer === 'taken') world.told.push({ title, content, imgUrl, pressedAt });
  if (answer === 'waiting') world.toldWaiting.push({ title, content, imgUrl, pressedAt, tab });
  return answer === 'taken' || answer === 'waiting';
}

/** Presses "Create Blog" without waiting for the outcome. */
export function beginPress(world: World, tab: OpenTab): void {
  world.begin(`${tab.name}: presses Create Blog`, () => press(tab, world));
}

export async function typeAndPress(world: World, where: Where): Promise<void> {
  await type(world, where);
  beginPress(world, openedTab(world, where));
}

export async function cancel(tab: OpenTab, world: World, { device, nth }: Where): Promise<void> {
  const cancelled = await tab.page.cancel(nth);
  if (!cancelled) return;
  const { draftId, key, work } = cancelled;
  world.cancelledEdits.cancel(device, key, work);
  world.withdraw(work);
  if (work.kind === 'publish') world.twins.takenBack.add(draftId);
  if (work.kind === 'edit') world.editsInForms.add(draftId);
}

async function cancelAndPress(world: World, where: Where): Promise<void> {
  const tab = openedTab(world, where);
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  world.begin(`${tab.name}: cancels and edits`, () => cancel(tab, world, where).finally(over));
  await lookFor(world, () => isOver && tab.page.text() !== undefined);
  if (where.nth % 2 === 0) await typeAndPress(world, where);
  else beginPress(world, tab);
}

/** Submits a text, and waits until its call meets the fault. */
async function pressWithFault(world: World, where: Where, fault: NetworkFault): Promise<void> {
  world.network.nextPost = fault;
  await typeAndPress(world, where);
  await lookFor(world, () => world.network.nextPost === undefined);
}

/** Submits a text whose call meets the fault, so that the text stays in the outbox. */
async function pressInDoubt(world: World, where: Where, fault: NetworkFault): Promise<void> {
  await pressWithFault(world, where, fault);
  world.network.nextPost = undefined;
  await world.turns.take(60);
}

type FaultsOfTwins = readonly [NetworkFault | undefined, NetworkFault | undefined];

const faultsOfTwins = [undefined, 'the answer is lost', 'the call is lost', 'nobody answers'] as const;

/** Submits two texts with the same title and words. Their author wants both published. */
async function writeTwice(
  world: World,
  where: Where,
  [first, second]: FaultsOfTwins = [faultsOfTwins[where.nth % 4], faultsOfTwins[(where.nth >> 1) % 4]],
): Promise<void> {
  const { turns, network, twins } = world;
  await type(world, where);
  const tab = openedTab(world, where);
  const { title, content, imgUrl } = tab.page.text() ?? blank;
  const words = world.words.filter((word) => word.title === title && has(content, word));
  // Skips texts with pictures: to type such a text again, the author would have to choose its pictures again.
  if (content === '' || imgUrl !== '' || words.some(isPicture) || content.includes('#')) return;
  const pressedAt = turns.count;
  const author = world.nameOf(tab);
  const pressIt = async (fault: NetworkFault | undefined, onAway: () => void) => {
    network.nextPost = fault;
    await waitFor(world, `${tab.name}: presses Create Blog`, async () => {
      if (await press(tab, world)) onAway();
    });
    network.nextPost = undefined;
  };
  let isFirstAway = false;
  await pressIt(first, () => {
    isFirstAway = true;
  });
  // The author waits for an empty form, whatever happens to the call.
  await lookFor(world, () => tab.page.text()?.content === '');
  if (where.device.tabs[where.at] !== tab || tab.page.text()?.content !== '') return;
  // Skips the second text if its author has logged out, or another user has logged in.
  if (author === '' || world.nameOf(tab) !== author || tab.page.type(title, content) === undefined) return;
  turns.tell(`${tab.name}: types "${title}" once more`);
  for (const { word } of words) world.type(tab, { word, title });
  twins.inForms.add(title);
  world.letRepeat(title, `twin ${turns.count}`);
  await pressIt(second, () => {
    twins.inForms.delete(title);
    if (isFirstAway && !where.device.storageFaults.isForbidden) twins.noteBoth(title, pressedAt);
  });
  await turns.pass(15_000, 12);
}

/** Makes another tab, the worker, and pages that are online again try to send a text that is already being sent. */
async function sendBeside(world: World, where: Where): Promise<void> {
  const { turns, network } = world;
  const { device, at, nth } = where;
  await pressWithFault(world, where, 'the answer comes late');
  network.nextPost = undefined;
  if (network.writes.isAny(device)) world.check('a text that is being sent is sent by no other tab or worker');
  const other = openedTab(world, { device, at: at === 0 ? 1 : 0 });
  device.regainNetwork();
  await turns.take(60);
  if (nth % 2 === 0) world.begin(`${other.name}: tries again`, () => other.page.retry(nth));
  await turns.take(100);
  await turns.pass(25_000, 12);
}

export const writing = [
  happening('opens the app', 2, (world, where) => void openedTab(world, where)),
  inTab('opens Create', 2, async (tab, world) => {
    tab.page.openForm();
    world.keepInTab(tab);
  }),
  happening('types', 4, (world, where) => type(world, where)),
  inTab('presses Create Blog', 4, press),
  happening('types and presses Create Blog', 4, typeAndPress),
  inTab('leaves the form', 2, async (tab, world) => {
    tab.page.leaveForm();
    world.keepInTab(tab);
  }),
  inTab('starts afresh', 2, async (tab, world) => {
    await tab.page.startAfresh();
    world.keepInTab(tab);
  }),
  happening('waits', 3, ({ turns }) => {
    turns.tell('seconds go by');
    return turns.pass(turns.pick(30_000), 12);
  }),
];

export const secondThoughts = [
  inTab('cancels and edits', 4, cancel),
  inTab('discards a waiting text', 4, async (tab, world, { nth }) => {
    const gone = await tab.page.discard(nth);
    if (gone) world.drop(gone);
  }),
  inTab('undoes the last discard', 4, async (tab, world) => {
    bringBack(world.words, await tab.page.undo());
  }),
  inTab('presses Try again', 4, (tab, _, { nth }) => tab.page.retry(nth)),
  inTab('publishes a waiting text as a second post', 4, async (tab, world, { nth }) => {
    const asked = (await tab.page.waiting()).filter(({ state }) => state.kind === 'published');
    for (const entry of asked) verifyNotAskedInVain(world, { name: world.nameOf(tab) }, entry);
    await tab.page.publishAnyway(nth);
  }),
];

/** Happenings in which an author withdraws a text that may have arrived, and submits another. */
export const takenBack = [
  happening('cancels, edits and presses Create Blog again', 4, cancelAndPress),
  happening('submits a text whose answer is lost, takes it back, and submits another text', 6, async (world, where) => {
    await pressInDoubt(world, where, 'the answer is lost');
    await cancelAndPress(world, { ...where, nth: 0 });
  }),
  happening('submits a text, takes it back before the call arrives, and submits again', 4, async (world, where) => {
    await pressInDoubt(world, where, 'the call arrives late');
    await cancelAndPress(world, where);
  }),
];

/** Happenings in which the app does not know whether a post has arrived, while its author continues. */
export const doubt = [
  ...(['the answer is lost', 'the call arrives late', 'nobody answers'] as const).map((fault) =>
    happening(`types and presses Create Blog, and ${fault}`, 4, (world, where) => pressWithFault(world, where, fault)),
  ),
  happening('types and presses Create Blog, and is killed while the call is on its way', 4, async (world, where) => {
    await pressWithFault(world, where, 'the call arrives late');
    killTab(world, where);
    openedTab(world, where);
  }),
  happening('submits a text, and then the same text once more', 5, (world, where) => writeTwice(world, where)),
  happening('submits a text, and others try to send it while its call is under way', 5, sendBeside),
  ...takenBack,
];

/** Submits a text whose answer is lost, and waits until the app has looked for the text in the author's own list. */
async function loseAnswerAndWait(world: World, where: Where): Promise<void> {
  const { turns } = world;
  await turns.settle();
  await pressInDoubt(world, where, 'the answer is lost');
  for (let waited = 0; waited < 4; waited += 1) {
    await turns.settle();
    await turns.pass(5_000, 12);
  }
  await turns.settle();
}

/** Happenings of a rare kind of life: only the author's own list shows whether a text has arrived. */
export const inDoubt = [
  happening('submits a text whose call is lost, and then the same text once more', 20, (world, where) =>
    whereNetworkIsGood(world, where.device, () => writeTwice(world, where, ['the call is lost', undefined])),
  ),
  happening('submits a text whose answer is lost, and waits', 20, (world, where) =>
    whereNetworkIsGood(world, where.device, () => loseAnswerAndWait(world, where)),
  ),
];
