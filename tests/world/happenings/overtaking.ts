import type { Post } from '../../../src/contract/posts.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import { longestLateMs } from '../network.ts';
import { openAgain, readListAgain } from '../promises/confirmed.ts';
import { verifyOpened } from '../promises/kept.ts';
import { verifyWithoutNetwork } from '../promises/reading.ts';
import type { World } from '../world.ts';
import { ends, happening, killTab, lookFor, openedTab, ownPost, type Where } from './happening.ts';
import { doesInPeace, listIn } from './keeping.ts';
import { correctElsewhere, deletePost } from './reading.ts';

/**
 * Makes the call for `path`, runs `meanwhile` while its answer is late, and waits until the answer has arrived.
 *
 * @returns whether the answer was late, `meanwhile` has succeeded, and neither storage nor the page has failed
 */
async function overtake(
  world: World,
  { device, tab, path }: { device: Device; tab: OpenTab; path: string },
  { ask, meanwhile }: { ask: () => Promise<unknown>; meanwhile: () => Promise<boolean> },
): Promise<boolean> {
  const { network, turns } = world;
  const { rates } = network;
  const { losses } = device.storageFaults;
  network.rates = {};
  network.nextLate = path;
  world.begin(`${tab.name}: asks for ${path}, whose answer is late`, ask);
  await lookFor(world, () => network.nextLate === undefined);
  const isLate = network.nextLate === undefined;
  network.nextLate = undefined;
  // The backend has answered, and the answer is on its way.
  await turns.settle();
  const isDone = isLate && (await meanwhile());
  await turns.pass(longestLateMs, 8);
  await turns.settle();
  network.rates = rates;
  return isDone && tab.realm.isAlive && losses === device.storageFaults.losses && !device.storageFaults.hangs;
}

/** Deletes a post while an answer that still has it is on its way. The post must stay deleted. */
async function deleteWhileLate(world: World, where: Where): Promise<void> {
  const { device } = where;
  const tab = openedTab(world, where);
  if (!device.isOnline || !(await listIn(world, device, tab))) return;
  const post = ownPost(world, tab, where);
  if (!post) return;
  const isDeleted = await overtake(
    world,
    { device, tab, path: `/blog/posts/${post._id}` },
    {
      ask: () => openAgain(world, tab, device, post._id),
      async meanwhile() {
        let deleted: Post | undefined;
        await ends(world, `${tab.name}: deletes it meanwhile`, async () => {
          deleted = await deletePost(tab, world, where);
        });
        return deleted?._id === post._id;
      },
    },
  );
  if (!isDeleted || !device.isOnline) return;
  device.loseNetwork();
  await ends(world, `${tab.name}: reads the list`, () => readListAgain(world, tab, device));
  await ends(world, `${tab.name}: opens what was deleted`, () => openAgain(world, tab, device, post._id));
  device.regainNetwork();
}

/** Reads a corrected list while an answer without the correction is on its way. The correction must stay. */
async function correctWhileLate(world: World, where: Where): Promise<void> {
  const { device, nth } = where;
  const tab = openedTab(world, where);
  if (!device.isOnline || !(await listIn(world, device, tab))) return;
  const listed = new Set(tab.page.listed().map(({ _id }) => _id));
  const theirs = world.server.posts().filter(({ id, author }) => author === 'Linus' && listed.has(id));
  const post = theirs[nth % theirs.length];
  if (!post) return;
  const isShown = await overtake(
    world,
    { device, tab, path: `/blog/posts/${post.id}` },
    {
      ask: () => openAgain(world, tab, device, post.id),
      async meanwhile() {
        correctElsewhere(world, post);
        await world.turns.settle();
        return ends(world, `${tab.name}: reads the list meanwhile`, () => readListAgain(world, tab, device));
      },
    },
  );
  if (isShown) await verifyWithoutNetwork(world, device);
}

/** Logs out while the author's own list is on its way. The device must not store that list. */
async function logOutWhileLate(world: World, where: Where): Promise<void> {
  const { device } = where;
  const tab = openedTab(world, where);
  const id = tab.page.author();
  if (id === null || !device.isOnline) return;
  const isOut = await overtake(
    world,
    { device, tab, path: `/blog/users/${id}/posts` },
    {
      ask: () => tab.page.readOwnList(id),
      meanwhile: () => ends(world, `${tab.name}: logs out meanwhile`, () => tab.page.logOut()),
    },
  );
  if (!isOut || tab.page.author() !== null || !device.isOnline) return;
  device.loseNetwork();
  let posts: unknown;
  await ends(world, `${tab.name}: looks at the list of who has logged out`, async () => {
    posts = await tab.page.readOwnList(id);
  });
  world.check('a logout removes the cached list of the author’s own posts');
  if (posts !== undefined) throw new BrokenPromise(`${tab.name} lists the posts of who has logged out`);
  device.regainNetwork();
}

/** Opens a post, and reads on until its page of the list is evicted. The post must still open without a network. */
async function openAndReadOn(world: World, where: Where): Promise<void> {
  const { device, at, nth } = where;
  // Kills the other tab, because posts that it reads and opens would use up the limits on stored posts.
  if (device.tabs[1 - at]) killTab(world, { device, at: 1 - at });
  const tab = openedTab(world, where);
  if (world.keepsAll || !tab.controller) return;
  // By default the device would keep the whole blog as its newest posts, and evict nothing.
  const what = 'is to keep none of the newest';
  if (!(await doesInPeace(world, device, tab, { what, work: () => tab.page.chooseNewest(0) }))) return;
  if (!(await listIn(world, device, tab))) return;
  const readOn = () => doesInPeace(world, device, tab, { what: 'reads on', work: () => tab.page.showMore() });
  const first = new Set(tab.page.listed().map(({ _id }) => _id));
  if (!(await readOn())) return;
  const behind = tab.page.listed().filter(({ _id }) => !first.has(_id));
  const post = behind[nth % behind.length];
  if (!post) return;
  const opens = () => world.followsOf(device).openPost(tab, post._id);
  if (!(await doesInPeace(world, device, tab, { what: `opens "${post.title}"`, work: opens }))) return;
  for (let pages = 0; tab.page.hasMore() && pages < 20; pages += 1) if (!(await readOn())) return;
  await verifyOpened(world, device, post);
}

/** Happenings of a rare kind of life: an older answer arrives after a newer one. */
export const overtaking = [
  happening('deletes a post while an answer that still has it is late', 40, deleteWhileLate),
  happening('reads a correction while an answer without it is late', 30, correctWhileLate),
  happening("logs out while the answer with the author's own list is late", 10, logOutWhileLate),
];

/** Happenings of lives with a long blog. */
export const readingOn = [
  happening('opens a post, and reads on until the device evicts its page of the list', 60, openAndReadOn),
];
