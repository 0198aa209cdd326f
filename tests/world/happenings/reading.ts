import type { Post } from '../../../src/contract/posts.ts';
import type { StoredPost } from '../backend.ts';
import { callTo, correcting, deleting, publishing } from '../blog.ts';
import type { OpenTab } from '../device.ts';
import { longestLateMs } from '../network.ts';
import { openAgain, readListAgain } from '../promises/confirmed.ts';
import { verifyWithoutNetwork } from '../promises/reading.ts';
import type { World } from '../world.ts';
import { ends, happening, inTab, lookFor, openedTab, ownPost, type Where } from './happening.ts';

export const openPost = inTab('opens a post', 4, async (tab, world, { device, nth }) => {
  const shown = world.shownOn(device).newest;
  const post = shown[nth % shown.length];
  if (!post) return;
  world.turns.tell(`${tab.name}: opens "${post.title}"`);
  await openAgain(world, tab, device, post._id);
});

type Elsewhere = (world: World, where: Where) => void;

const publishesElsewhere: Elsewhere = (world) => {
  const { server } = world;
  if (server.kind !== 'own' || !server.elsewhere) return;
  const { nth, word } = world.newWord();
  const call = publishing(server.elsewhere.token, `Linus ${nth}`, word);
  world.begin('elsewhere: Linus publishes', () => server.handle(call));
};

const postOfLinus = ({ server }: World, { nth }: Where): StoredPost | undefined => {
  const theirs = server.posts().filter(({ author }) => author === 'Linus');
  return theirs[nth % theirs.length];
};

const deletesElsewhere: Elsewhere = (world, where) => {
  const { server } = world;
  const post = postOfLinus(world, where);
  if (server.kind !== 'own' || !server.elsewhere || !post) return;
  const call = deleting(server.elsewhere.token, post.id);
  world.begin(`elsewhere: Linus deletes "${post.title}"`, () => server.handle(call));
};

const correctsElsewhere: Elsewhere = (world, where) => {
  const post = postOfLinus(world, where);
  if (post) correctElsewhere(world, post);
};

/** Lets Linus append a word to his post. Reads content and ETag in one call, in case another edit is under way. */
export function correctElsewhere(world: World, post: StoredPost): void {
  const { server } = world;
  if (server.kind !== 'own' || !server.elsewhere) return;
  const { token } = server.elsewhere;
  const { word } = world.newWord();
  world.begin(`elsewhere: Linus corrects "${post.title}"`, async () => {
    const { headers, body } = await server.handle(callTo('GET', `/blog/posts/${post.id}`));
    const etag = new Map(headers).get('etag');
    if (etag === undefined) return;
    const content = `${JSON.parse(new TextDecoder().decode(body)).content}\n\n${word}`;
    await server.handle(correcting(token, { ...post, content }, etag));
  });
}

/** Actions of other people on devices outside the world. A foreign backend has no other people. */
const elsewhere = [
  happening('sees Linus publish a post elsewhere', 5, publishesElsewhere),
  happening('sees Linus delete a post elsewhere', 5, deletesElsewhere),
  happening('sees Linus correct a post elsewhere', 5, correctsElsewhere),
];

/** Reads the list twice. The second answer is newer, and must stay although the first arrives after it. */
async function readOvertaken(world: World, where: Where): Promise<void> {
  const { network, turns } = world;
  const { device, nth } = where;
  const tab = openedTab(world, where);
  network.nextLate = '/blog/posts';
  world.begin(`${tab.name}: reads the list, whose answer is late`, () => readListAgain(world, tab, device));
  await lookFor(world, () => network.nextLate === undefined);
  network.nextLate = undefined;
  await turns.take(60);
  (changes[nth % changes.length] ?? publishesElsewhere)(world, where);
  await turns.take(60);
  await ends(world, `${tab.name}: reads the list again`, () => readListAgain(world, tab, device));
  world.shownOn(device).settle();
  await turns.pass(longestLateMs, 8);
  await verifyWithoutNetwork(world, device);
}

const changes: readonly Elsewhere[] = [deletesElsewhere, correctsElsewhere, publishesElsewhere];

export const reading = [
  ...elsewhere,
  inTab('reads the next page of the list', 5, (tab) => tab.page.showMore()),
  happening('reads the list without a network', 4, (world, { device }) => verifyWithoutNetwork(world, device)),
  happening('reads the list twice, and the first answer comes last', 5, readOvertaken),
  inTab('reads the list', 4, (tab, world, { device }) => readListAgain(world, tab, device)),
  openPost,
  inTab('deletes a post', 8, async (tab, world, where) => void (await deletePost(tab, world, where))),
  happening('deletes a post, and reads the list without a network', 5, async (world, where) => {
    const { device } = where;
    const tab = openedTab(world, where);
    let isOver = false;
    const work = async () => {
      if (!ownPost(world, tab, where)) await readListAgain(world, tab, device);
      const deleted = await deletePost(tab, world, where);
      if (!deleted || isOver) return;
      device.loseNetwork();
      await readListAgain(world, tab, device);
      await openAgain(world, tab, device, deleted._id);
    };
    const end = () => {
      isOver = true;
    };
    world.begin(`${tab.name}: deletes a post, and goes into a tunnel`, () => work().finally(end));
    await lookFor(world, () => isOver);
    end();
    if (!device.isOnline) device.regainNetwork();
  }),
];

/** Deletes one of the author's posts. @returns the post, if its author is told that it is deleted */
export async function deletePost(tab: OpenTab, world: World, where: Where): Promise<Post | undefined> {
  const post = ownPost(world, tab, where);
  if (!post) return undefined;
  world.turns.tell(`${tab.name}: deletes "${post.title}"`);
  world.deleted.add(post.title);
  world.deletedIds.add(post._id);
  world.shownOn(where.device).forget(post._id);
  const note = world.confirmed.begin(where.device);
  const told = await tab.page.deletePost(post);
  const isGone = world.server.posts().every(({ id }) => id !== post._id);
  if (told?.kind !== 'taken' || !isGone) return undefined;
  note(({ deleted }) => deleted.add(post._id));
  return post;
}
