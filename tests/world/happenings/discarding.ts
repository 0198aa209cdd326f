import type { OpenTab } from '../device.ts';
import { bringBack } from '../words.ts';
import type { World } from '../world.ts';
import { comeBack, ends, happening, inTab, killTab, openedTab, type Where, whereNetworkIsGood } from './happening.ts';
import { addPicture } from './picturing.ts';
import { beginPress, type } from './writing.ts';

const hourMs = 3_600_000;

async function discardDraft(tab: OpenTab, world: World, { nth }: Pick<Where, 'nth'>): Promise<void> {
  const gone = await tab.page.discardEarlier(nth);
  if (gone) world.drop(gone);
}

/** Begins a new text. The previous draft is then listed below the form, and open in no tab. */
async function putAside(world: World, where: Where): Promise<void> {
  await world.turns.pass(1_000, 12);
  const tab = openedTab(world, where);
  await ends(world, `${tab.name}: starts afresh`, () => tab.page.startAfresh());
  world.keepInTab(tab);
}

async function discardAndUndo(world: World, where: Where): Promise<void> {
  await type(world, where);
  await putAside(world, where);
  const tab = openedTab(world, where);
  await ends(world, `${tab.name}: discards an earlier draft`, () => discardDraft(tab, world, where));
  if (where.nth % 2 === 0) await world.turns.pass(hourMs, 4);
  await ends(world, `${tab.name}: undoes that`, async () => {
    bringBack(world.words, await tab.page.undoDiscard());
  });
}

/** Discards a draft with a picture. The second start of the app removes unused pictures, but must keep this one. */
async function discardPicture(world: World, where: Where): Promise<void> {
  const { turns } = world;
  const tab = openedTab(world, where);
  world.begin(`${tab.name}: adds a picture`, () => addPicture(tab, world, where));
  await turns.settle();
  await putAside(world, where);
  await ends(world, `${tab.name}: discards an earlier draft`, () => discardDraft(tab, world, { nth: 0 }));
  for (let starts = 0; starts < 2; starts += 1) {
    world.reload(openedTab(world, where));
    await turns.settle();
    turns.tell('hours go by');
    await turns.pass(2 * hourMs, 0);
  }
  await turns.settle();
  const again = openedTab(world, where);
  await ends(world, `${again.name}: takes back what was discarded`, async () => {
    bringBack(world.words, await again.page.takeBack(0));
  });
}

/** Duplicates a tab right after typing. The duplicate starts with a copy of the tab's session storage. */
async function duplicateAtOnce(world: World, where: Where): Promise<void> {
  const { turns } = world;
  const { device, at } = where;
  await type(world, where);
  const tab = openedTab(world, where);
  turns.tell(`${tab.name}: is hidden, duplicated, and shown again`);
  device.hide(tab);
  killTab(world, { device, at: 1 - at });
  world.openTab(device, 1 - at, { ...tab.session });
  comeBack(tab);
  await turns.settle();
  await whereNetworkIsGood(world, device, async () => {
    beginPress(world, tab);
    await turns.settle();
  });
}

/** Happenings that open or restore an earlier draft, or duplicate a tab. */
export const earlierDrafts = [
  happening('is duplicated', 6, (world, { device, at }) => {
    const found = device.tabs[at];
    const other = 1 - at;
    if (!found) return;
    world.turns.tell(`${found.name}: is duplicated`);
    killTab(world, { device, at: other });
    world.openTab(device, other, { ...found.session });
  }),
  inTab('opens an earlier draft', 6, (tab, _, { nth }) => tab.page.openEarlier(nth)),
  inTab('restores a discarded draft', 6, async (tab, world, { nth }) => {
    bringBack(world.words, await tab.page.takeBack(nth));
  }),
];

/** Happenings of a rare kind of life: drafts that were never submitted are discarded, restored, or open in two tabs. */
export const discarding = [
  happening('types, discards the draft, and undoes the discard', 12, discardAndUndo),
  happening('discards a draft with a picture, and restores it hours later', 16, discardPicture),
  happening('types, duplicates the tab at once, and presses Create Blog', 16, duplicateAtOnce),
  inTab('discards an earlier draft', 6, discardDraft),
];
