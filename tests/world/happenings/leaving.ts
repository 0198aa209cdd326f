import type { World } from '../world.ts';
import { goToEdit, lookAtEdit, typeEdit } from './editing.ts';
import { closeTab, happening, lookFor, openedTab, type Where } from './happening.ts';
import { type } from './writing.ts';

/** In milliseconds: longer than one tab waits for another to save and release a text. */
const longestTakeOverMs = 20_000;

/** The part that is slow while the other tab takes over the text. Both tabs share the storage. */
type HeldUp = 'nothing' | 'the storage' | 'the first tab';

async function goOnInAnotherTab(world: World, where: Where, heldUp: HeldUp): Promise<void> {
  const { turns } = world;
  const { device, at } = where;
  const other = { ...where, at: 1 - at };
  await typeEdit(world, openedTab(world, where), where);
  // The other tab shows that the edit is open elsewhere.
  await lookAtEdit(world, openedTab(world, other), other);
  const first = openedTab(world, where);
  await typeEdit(world, first, where);
  const pass = async () => {
    await turns.pass(longestTakeOverMs, 12);
    await turns.settle();
  };
  const goOn = async () => {
    await goToEdit(world, openedTab(world, other), other);
    if (heldUp === 'nothing') return;
    await pass();
    await goToEdit(world, openedTab(world, other), other);
    await pass();
  };
  const typeOn = () => typeEdit(world, openedTab(world, other), other);
  if (heldUp === 'the first tab') {
    turns.tell(`${first.name}: is busy`);
    await first.realm.beBusyDuring(async () => {
      await goOn();
      await typeOn();
      await pass();
    });
    turns.tell(`${first.name}: goes on`);
    // The first tab's words become a separate draft, which its author may publish, too.
    for (const word of world.words) if (word.tab === first && !word.isSafe) word.isApart = true;
    return;
  }
  if (heldUp === 'the storage') device.storageFaults.hang();
  await goOn();
  if (heldUp === 'the storage') device.storageFaults.answer();
  await lookFor(world, () => openedTab(world, other).page.editedText());
  await typeOn();
}

/** Happenings of a rare kind of life: a form is left before the device has stored the words that were typed last. */
export const leaving = [
  happening('types, and the tab is closed at once', 6, async (world, where) => {
    await type(world, where);
    await closeTab(world, where);
  }),
  happening('types into an edit, and the tab is closed at once', 6, async (world, where) => {
    await typeEdit(world, openedTab(world, where), where);
    await closeTab(world, where);
  }),
  happening('types, leaves the form, and loads another page at once', 6, async (world, where) => {
    await type(world, where);
    const tab = openedTab(world, where);
    world.turns.tell(`${tab.name}: leaves the form, and loads another page`);
    tab.page.leaveForm();
    world.keepInTab(tab);
    world.openHome(tab);
  }),
  ...(['nothing', 'the storage', 'the first tab'] as const).map((heldUp) =>
    happening(`types into an edit, and goes on in another tab while ${heldUp} is held up`, 6, (world, where) =>
      goOnInAnotherTab(world, where, heldUp),
    ),
  ),
];
