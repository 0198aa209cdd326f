import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import type { OpenTab } from '../device.ts';
import { showPicture } from '../show-picture.ts';
import { newTitle } from '../titles.ts';
import { bringBack, has, isPicture } from '../words.ts';
import type { World } from '../world.ts';
import { happening, inTab, openedTab, type Where } from './happening.ts';
import { beginPress } from './writing.ts';

const dayMs = 86_400_000;

/** Opens the form if necessary. Returns a title for an untitled text, and a picture, either new or used before. */
async function chooses(tab: OpenTab, world: World, { nth }: Where) {
  if (!tab.page.text()) {
    tab.page.openForm();
    await world.turns.take(60);
  }
  const earlier = nth === 0 ? world.files.at(-1) : undefined;
  const title = newTitle(world.nameOf(tab), `${world.newWord().nth}p`);
  return [title, earlier ?? world.newPicture()] as const;
}

export async function addPicture(tab: OpenTab, world: World, where: Where): Promise<void> {
  // A foreign backend accepts no pictures, so the button is missing.
  if (world.server.kind === 'foreign') return;
  const added = await tab.page.addPicture(...(await chooses(tab, world, where)));
  if (!added) return;
  world.turns.tell(`${tab.name}: "${added.title}" has ${added.token}`);
  world.type(tab, { word: added.token, title: added.title });
}

export const picturing = [
  inTab('adds a picture', 18, addPicture),
  happening('posts a picture without a network, and opens the app days later', 9, async (world, where) => {
    if (world.server.kind === 'foreign') return;
    const { device } = where;
    const tab = openedTab(world, where);
    device.loseNetwork();
    world.begin(`${tab.name}: adds a picture`, () => addPicture(tab, world, where));
    await world.turns.settle();
    beginPress(world, tab);
    // Starts the app twice, because the second start removes pictures that no text names.
    for (let starts = 0; starts < 2; starts += 1) {
      await world.turns.settle();
      world.turns.tell('two days go by');
      await world.turns.pass(2 * dayMs, 0);
      world.reload(openedTab(world, where));
    }
    await world.turns.settle();
    device.regainNetwork();
  }),
  inTab('chooses a cover', 9, async (tab, world, where) => {
    if (world.server.kind === 'foreign') return;
    const added = await tab.page.addCover(...(await chooses(tab, world, where)));
    if (added) world.turns.tell(`${tab.name}: "${added.title}" has a cover`);
  }),
  inTab('removes a picture', 9, async (tab, world, { nth }) => {
    const { title = '', content = '' } = tab.page.text() ?? {};
    const tokens = world.words.filter((word) => isPicture(word) && has(content, word));
    const token = tokens[nth % tokens.length]?.word;
    if (token === undefined || !tab.page.removePicture(token)) return;
    const left = world.words.filter((word) => word.title !== title || word.word !== token);
    world.words.splice(0, Number.POSITIVE_INFINITY, ...left);
  }),
  inTab('discards a waiting text, and undoes the discard', 8, async (tab, world, { nth }) => {
    const gone = await tab.page.discard(nth);
    if (!gone) return;
    world.drop(gone);
    bringBack(world.words, await tab.page.undo());
  }),
  inTab('looks at pictures', 9, async (tab, world, { device }) => {
    await tab.page.openList();
    const posts = tab.page.listed();
    const form = tab.page.text();
    for (const text of form ? [...posts, form] : posts)
      for (const name of imagesNamedIn(text)) await showPicture(device, tab, `/images/${name}?width=240`);
    world.turns.tell(`${tab.name}: has looked at pictures`);
  }),
  happening('waits for days', 8, async ({ turns, server }) => {
    // Lets the server answer all calls before the days pass. A device may sleep during a call; no server takes days.
    if (server.kind === 'own') await server.answerAll();
    const days = turns.pick(10);
    turns.tell(`${days} days go by`);
    // Without turns in between, each timer fires only once. Timers that repeat would make the life too long.
    await turns.pass(days * dayMs, 0);
  }),
];
