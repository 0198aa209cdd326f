import type { Followed } from '../../../src/reading/follows/follow.ts';
import type { OpenTab } from '../device.ts';
import type { Person } from '../page/page.ts';
import { newTitle } from '../titles.ts';
import type { World } from '../world.ts';
import { comeBack, happening, inTab, onDevice, openedTab, type Where } from './happening.ts';
import { openPost } from './reading.ts';

const topic: Followed = { kind: 'topic', key: 'tea', name: 'tea' };

/** Presses "Follow", or "Unfollow" if the device already follows this author or topic. */
async function toggle(tab: OpenTab, world: World, { device, nth }: Where, followed: Followed): Promise<void> {
  // Skips foreign backends, on which the app knows authors only from posts.
  if (world.server.kind === 'foreign') return;
  // A reader may press before the list has loaded.
  const known = nth % 3 === 0 ? undefined : await tab.page.readListOf(followed);
  const press = () => tab.page.toggleFollow(followed, known);
  await world.followsOf(device).press(tab, followed, known, press);
}

export const following = [
  inTab('presses Follow beside an author', 11, (tab, world, where) => {
    const author = world.people[
      (world.devices.indexOf(where.device) + (where.nth === 7 ? 0 : 1)) % world.people.length
    ] as Person;
    return toggle(tab, world, where, { kind: 'author', key: world.idOf(author), name: author.name });
  }),
  inTab('presses Follow beside a topic', 7, (tab, world, where) => toggle(tab, world, where, topic)),
  happening('types a topic', 6, (world, where) => {
    const tab = openedTab(world, where);
    const title = tab.page.type(newTitle(world.nameOf(tab), world.newWord().nth), '#tea');
    if (title !== undefined) world.turns.tell(`${tab.name}: types #tea into "${title}"`);
  }),
  inTab('opens Following', 7, (tab) => tab.page.openFollowing()),
  openPost,
  inTab('marks all as read', 7, (tab, world, { device }) => {
    for (const id of tab.page.unread()) world.followsOf(device).opened.add(id);
    return tab.page.markAllRead();
  }),
  happening('opens Following with a clock that is days ahead', 7, async (world, where) => {
    const { device } = where;
    const tab = openedTab(world, where);
    const jump = (days: number) => {
      world.network.clockJumps(device);
      device.clock.ahead += days * 86_400_000;
    };
    jump(3);
    world.begin(`${tab.name}: opens Following with a clock that is days ahead`, () => tab.page.openFollowing());
    await world.turns.take(200);
    jump(-3);
  }),
  happening('is left for a while, and comes to the front', 6, async (world, where) => {
    const tab = openedTab(world, where);
    world.turns.tell(`${tab.name}: is left for a while, and comes to the front`);
    where.device.hide(tab);
    await world.turns.pass(400_000, 4);
    comeBack(tab);
  }),
  onDevice('its worker looks for new posts', 7, (device) => {
    if (device.isOnline) device.worker.syncPeriodically();
  }),
];
