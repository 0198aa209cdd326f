import type { Followed } from '../../../src/reading/follows/follow.ts';
import { publishAs } from '../blog.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device } from '../device.ts';
import { isOf } from '../follows-of-device.ts';
import type { World } from '../world.ts';

/** Verifies that no post is marked as new if it is older than the follow, or has been opened. */
export function verifyFollows(world: World): void {
  for (const device of world.devices) world.followsOf(device).observe(world.server.posts(), world.turns.now);
}

/** Verifies that opening Following marks each post newer than the follow as new, unless the post has been opened. */
export async function verifyFollowsWhenFaultsEnd(world: World): Promise<void> {
  for (const device of world.devices) {
    const follows = world.followsOf(device);
    if (follows.all().length === 0 && follows.unlisted().length === 0) continue;
    await look(world, device);
    verifyFollows(world);
    const [unlisted] = follows.unlisted();
    if (unlisted !== undefined) throw new BrokenPromise(`${device.name} follows ${unlisted} and lists no post`);
    for (const { followed } of follows.all())
      for (let count = 0; count < 2; count += 1) await publishNews(world, device, followed);
    await openSome(world, device);
    await look(world, device);
    verifyFollows(world);
    const posts = world.server.posts();
    for (const follow of follows.all()) {
      const { followed, since } = follow;
      const theirs = posts.filter((post) => isOf(followed, post));
      const marked = follows.unread(follow);
      for (const { id, title, createdAt, authorId } of theirs) {
        world.check('new posts of followed authors and topics are marked as new');
        const isNew = createdAt > since || follow.unread.has(id);
        // Skips posts of the same millisecond, because their order is unknown.
        const isAlone = theirs.filter((other) => other.createdAt === createdAt).length === 1;
        if (!isNew || !isAlone || follows.opened.has(id) || follows.readers.has(authorId)) continue;
        if (!marked.has(id)) throw new BrokenPromise(`${device.name} follows ${followed.name} and misses "${title}"`);
      }
    }
    await openAll(world, device);
  }
}

/** Opens half of the posts that the device might not have found yet, so that they are no longer new. */
async function openSome(world: World, device: Device): Promise<void> {
  const follows = world.followsOf(device);
  const tab = device.tabs.find((open) => open !== undefined) ?? world.openTab(device, 0);
  const later = world.server
    .posts()
    .filter((post) => follows.all().some(({ followed, since }) => isOf(followed, post) && post.createdAt > since));
  for (const { id } of later.filter((_, index) => index % 2 === 0)) {
    await world.whenDone(follows.openPost(tab, id));
    await world.turns.settle();
    for (const follow of follows.all()) follow.read.add(id);
  }
}

/** Publishes a post by the followed author, or on the followed topic by a person who has not used the device. */
async function publishNews(world: World, device: Device, { kind, key }: Followed): Promise<void> {
  const { server, turns, people } = world;
  const { readers } = world.followsOf(device);
  const isAuthor = (id: string) => (kind === 'author' ? id === key : id !== '') && !readers.has(id);
  const author = people.find((person) => isAuthor(world.idOf(person)));
  if (!author || server.kind !== 'own') return;
  await turns.pass(1_000, 0);
  const { nth, word } = world.newWord();
  turns.tell(`elsewhere: ${author.name} publishes "${author.name} ${nth}"`);
  await publishAs(server, turns, author, `${author.name} ${nth}`, kind === 'topic' ? `${word} #${key}` : word);
}

/** Opens Following, which looks for new posts. @returns the ids of the posts that it lists */
async function look(world: World, device: Device): Promise<string[]> {
  const tab = device.tabs.find((open) => open !== undefined) ?? world.openTab(device, 0);
  world.turns.tell(`${tab.name}: looks at what is new`);
  const listed = await world.whenDone(tab.page.openFollowing());
  await world.turns.settle();
  return listed;
}

async function openAll(world: World, device: Device): Promise<void> {
  const follows = world.followsOf(device);
  const tab = device.tabs.find((open) => open !== undefined) ?? world.openTab(device, 0);
  for (const follow of follows.all()) {
    const ids = [...follows.unread(follow)];
    for (const [at, id] of ids.entries()) {
      await world.whenDone(follows.openPost(tab, id));
      await world.turns.settle();
      const left = follows.unread(follow);
      const gone = ids.slice(at + 1).find((other) => !left.has(other));
      if (gone) throw new BrokenPromise(`${device.name} marks ${gone} as read, and ${id} was opened`);
    }
  }
  const listed = await look(world, device);
  for (const follow of follows.all())
    for (const id of follows.unread(follow))
      throw new BrokenPromise(`${device.name} marks ${id} of ${follow.followed.name} as new, which was opened`);
  for (const { id, title } of world.server
    .posts()
    .filter((post) => follows.all().some(({ followed }) => isOf(followed, post))))
    if (!listed.includes(id)) throw new BrokenPromise(`${device.name} does not list "${title}" under Following`);
  device.isOnline = false;
  const offline = await look(world, device);
  device.isOnline = true;
  if (String(offline) !== String(listed))
    throw new BrokenPromise(`${device.name} lists ${offline} under Following without a network, and not ${listed}`);
}
