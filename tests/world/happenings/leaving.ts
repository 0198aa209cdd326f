import type { World } from '../world.ts';
import { goToEdit, lookAtEdit, typeEdit } from './editing.ts';
import { closeTab, type Happening, lookFor, openedTab, type Where } from './happening.ts';
import { type } from './writing.ts';

/** In milliseconds: longer than one tab waits for another to save and let go of a text. */
const longestTakeOverMs = 20_000;

/** @param isHanging the device answers neither tab until the second one has the text */
async function goOnInAnotherTab(world: World, where: Where, isHanging: boolean): Promise<void> {
  const { device, at } = where;
  const { storageFaults } = device;
  const other = { ...where, at: 1 - at };
  await typeEdit(world, openedTab(world, where), where);
  // The other tab shows that the edit is open elsewhere.
  await lookAtEdit(world, openedTab(world, other), other);
  await typeEdit(world, openedTab(world, where), where);
  if (isHanging) storageFaults.hang();
  await goToEdit(world, openedTab(world, other), other);
  if (isHanging) {
    await world.turns.pass(longestTakeOverMs, 12);
    storageFaults.answer();
    await lookFor(world, () => openedTab(world, other).page.editedText());
  }
  await typeEdit(world, openedTab(world, other), other);
}

/** In lives of a kind of their own: what was typed a moment before is in the form alone. */
export const leaving: Happening[] = [
  {
    name: 'types, and the tab is closed at once',
    weight: 6,
    async do(world, where) {
      await type(world, where);
      await closeTab(world, where);
    },
  },
  {
    name: 'types into an edit, and the tab is closed at once',
    weight: 6,
    async do(world, where) {
      await typeEdit(world, openedTab(world, where), where);
      await closeTab(world, where);
    },
  },
  {
    name: 'types, leaves the form, and loads another page at once',
    weight: 6,
    async do(world, where) {
      await type(world, where);
      const tab = openedTab(world, where);
      world.turns.tell(`${tab.name}: leaves the form, and loads another page`);
      tab.page.leaveForm();
      world.keepInTab(tab);
      world.openHome(tab);
    },
  },
  ...[false, true].map(
    (isHanging): Happening => ({
      name: `types into an edit, and goes on in another tab${isHanging ? ' while the storage hangs' : ''}`,
      weight: 6,
      do: (world, where) => goOnInAnotherTab(world, where, isHanging),
    }),
  ),
];
