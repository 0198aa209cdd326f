import type { OpenTab } from '../device.ts';
import { newTitle } from '../titles.ts';
import { bringBack } from '../words.ts';
import type { World } from '../world.ts';
import { type Happening, inTab, killTab, lookFor, openedTab, type Where } from './happening.ts';

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

export async function press(tab: OpenTab, world: World): Promise<void> {
  const pressedAt = world.turns.count;
  const pressed = await tab.page.press();
  if (!pressed) return;
  const { told: answer, post, isHeard } = pressed;
  const { title, content, imgUrl } = post;
  world.turns.tell(`${tab.name}: ${isHeard ? 'is told' : 'does not hear'} that "${post.title}" is ${answer}`);
  if (!isHeard) return;
  if (answer === 'taken') world.told.push({ title, content, imgUrl, pressedAt });
  if (answer === 'waiting') world.toldWaiting.push({ title, content, imgUrl, pressedAt, tab });
}

export async function typeAndPress(world: World, where: Where): Promise<void> {
  await type(world, where);
  const tab = openedTab(world, where);
  world.begin(`${tab.name}: presses Create Blog`, () => press(tab, world));
}

async function cancel(tab: OpenTab, world: World, { nth }: Where): Promise<void> {
  const cancelled = await tab.page.cancel(nth);
  if (!cancelled) return;
  const { draftId, work } = cancelled;
  world.withdraw(work);
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
  else world.begin(`${tab.name}: presses Create Blog`, () => press(tab, world));
}

export const writing: Happening[] = [
  { name: 'opens the app', weight: 2, do: (world, where) => void openedTab(world, where) },
  inTab('opens Create', 2, async (tab, world) => {
    tab.page.openForm();
    world.keepInTab(tab);
  }),
  { name: 'types', weight: 8, do: (world, where) => type(world, where) },
  inTab('presses Create Blog', 8, press),
  { name: 'types and presses Create Blog', weight: 6, do: typeAndPress },
  inTab('leaves the form', 2, async (tab, world) => {
    tab.page.leaveForm();
    world.keepInTab(tab);
  }),
  inTab('starts afresh', 1, async (tab, world) => {
    await tab.page.startAfresh();
    world.keepInTab(tab);
  }),
  {
    name: 'waits',
    weight: 4,
    do({ turns }) {
      turns.tell('seconds go by');
      return turns.pass(turns.pick(30_000), 12);
    },
  },
];

export const secondThoughts: Happening[] = [
  inTab('cancels and edits', 3, cancel),
  inTab('discards', 2, async (tab, world, { nth }) => {
    const gone = await tab.page.discard(nth);
    if (!gone) return;
    world.withdraw(gone);
    world.drop(gone);
  }),
  inTab('undoes', 3, async (tab, world) => {
    const back = await tab.page.undo();
    if (back) bringBack(world.words, back);
  }),
  inTab('tries again', 2, (tab, _, { nth }) => tab.page.retry(nth)),
  inTab('has it published too', 3, (tab, _, { nth }) => tab.page.publishAnyway(nth)),
];

/** Nobody knows whether a post has arrived, and its author goes on with it all the same. */
export const doubt: Happening[] = [
  ...(['the answer is lost', 'the call arrives late', 'nobody answers'] as const).map(
    (fault): Happening => ({
      name: `types and presses Create Blog, and ${fault}`,
      weight: 4,
      async do(world, where) {
        world.network.nextPost = fault;
        await typeAndPress(world, where);
        await lookFor(world, () => world.network.nextPost === undefined);
      },
    }),
  ),
  {
    name: 'types and presses Create Blog, and is killed while the call is on its way',
    weight: 4,
    async do(world, where) {
      world.network.nextPost = 'the call arrives late';
      await typeAndPress(world, where);
      await lookFor(world, () => world.network.nextPost === undefined);
      killTab(world, where);
      openedTab(world, where);
    },
  },
  { name: 'cancels, edits and presses Create Blog again', weight: 6, do: cancelAndPress },
  {
    name: 'types and presses Create Blog, takes the text back before the call arrives, and presses again',
    weight: 4,
    async do(world, where) {
      const { network } = world;
      network.nextPost = 'the call arrives late';
      await typeAndPress(world, where);
      await lookFor(world, () => network.nextPost === undefined);
      network.nextPost = undefined;
      await world.turns.take(60);
      await cancelAndPress(world, where);
    },
  },
];
