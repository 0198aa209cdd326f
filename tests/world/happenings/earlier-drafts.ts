import { bringBack } from '../words.ts';
import { type Happening, happening, inTab, killTab } from './happening.ts';

/** Opens and restores earlier drafts, also in a duplicate of a tab. */
export const earlierDrafts: Happening[] = [
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
