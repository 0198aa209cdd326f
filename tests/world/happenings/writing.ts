import type { Device, OpenTab } from '../device.ts';
import { has } from '../words.ts';
import type { World } from '../world.ts';
import { type Happening, inTab, openedTab } from './happening.ts';

function typeInto(tab: OpenTab, world: World, device: Device): void {
  const word = world.newWord();
  const title = tab.page.type(`${world.nameOf(tab) || 'Nobody'} ${word.slice(1)}`, word);
  if (title === undefined) return;
  world.turns.tell(`${tab.name}: types ${word} into "${title}"`);
  world.words.push({ word, title, device, isSafe: false, tab, isDropped: false });
}

async function pressCreate(tab: OpenTab, world: World): Promise<void> {
  const pressed = await tab.page.press();
  if (!pressed) return;
  const { told: answer, post } = pressed;
  world.turns.tell(`${tab.name}: is told that "${post.title}" is ${answer}`);
  if (answer !== 'taken' && answer !== 'waiting') return;
  for (const word of world.words) if (word.title === post.title && has(post.content, word)) word.isSafe = true;
  if (answer === 'taken') world.told.push({ title: post.title, content: post.content });
}

export const writing: Happening[] = [
  { name: 'opens the app', weight: 1, do: (world, where) => void openedTab(world, where) },
  inTab('opens Create', 1, async ({ page }) => page.openForm()),
  {
    name: 'types',
    weight: 8,
    async do(world, where) {
      const tab = openedTab(world, where);
      if (!tab.page.text()) {
        tab.page.openForm();
        await world.turns.take(60);
      }
      typeInto(tab, world, where.device);
    },
  },
  inTab('presses Create Blog', 8, pressCreate),
  inTab('leaves the form', 1, async (tab, world) => {
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
  inTab('cancels and edits', 3, async (tab, world, { nth }) => {
    const title = await tab.page.cancel(nth);
    if (title !== undefined) world.withdrawn.add(title);
  }),
  inTab('corrects what waits', 3, async (tab, world, where) => {
    const title = await tab.page.cancel(where.nth);
    if (title === undefined) return;
    world.withdrawn.add(title);
    await tab.page.formIsOpen();
    typeInto(tab, world, where.device);
    await pressCreate(tab, world);
  }),
  inTab('discards', 2, async (tab, world, { nth }) => {
    const gone = await tab.page.discard(nth);
    if (!gone) return;
    world.withdrawn.add(gone.title);
    for (const word of world.words) if (word.title === gone.title && has(gone.content, word)) word.isDropped = true;
  }),
  inTab('undoes', 2, (tab) => tab.page.undo()),
  inTab('tries again', 2, (tab, _, { nth }) => tab.page.retry(nth)),
];
