import { deleting, publishing } from '../blog.ts';
import type { OpenTab } from '../device.ts';
import { openAgain, readListAgain } from '../promises/confirmed.ts';
import { verifyWithoutNetwork } from '../promises/reading.ts';
import type { World } from '../world.ts';
import { type Happening, hasNetworkAgain, inTab, lookFor, openedTab, type Where } from './happening.ts';

export const openPost = inTab('opens a post', 4, async (tab, world, { device, nth }) => {
  const shown = world.shownOn(device).newest;
  const post = shown[nth % shown.length];
  if (!post) return;
  world.turns.tell(`${tab.name}: opens "${post.title}"`);
  await openAgain(world, tab, device, post._id);
});

/** What others do on devices that are not in the world. A foreign backend has nobody else. */
const elsewhere: Happening[] = [
  {
    name: 'hears that somebody publishes elsewhere',
    weight: 3,
    do(world) {
      const { server } = world;
      if (server.kind !== 'own' || !server.elsewhere) return;
      const { nth, word } = world.newWord();
      const call = publishing(server.elsewhere.token, `Linus ${nth}`, word);
      world.begin('elsewhere: Linus publishes', () => server.handle(call));
    },
  },
  {
    name: 'hears that somebody deletes elsewhere',
    weight: 2,
    do(world, { nth }) {
      const { server } = world;
      if (server.kind !== 'own' || !server.elsewhere) return;
      const theirs = server.posts().filter(({ author }) => author === 'Linus');
      const post = theirs[nth % theirs.length];
      if (!post) return;
      const call = deleting(server.elsewhere.token, post.id);
      world.begin(`elsewhere: Linus deletes "${post.title}"`, () => server.handle(call));
    },
  },
];

export const reading: Happening[] = [
  ...elsewhere,
  inTab('reads on', 2, (tab) => tab.page.showMore()),
  {
    name: 'comes into a tunnel',
    weight: 1,
    do: (world, { device }) => verifyWithoutNetwork(world, device),
  },
  inTab('reads the list', 4, (tab, world, { device }) => readListAgain(world, tab, device)),
  openPost,
  inTab('deletes a post', 2, deletes),
  {
    name: 'deletes a post, and reads the list anew in a tunnel',
    weight: 2,
    async do(world, where) {
      const { device } = where;
      const tab = openedTab(world, where);
      let isOver = false;
      world.begin(`${tab.name}: deletes`, () =>
        deletes(tab, world, where).finally(() => {
          isOver = true;
        }),
      );
      await lookFor(world, () => isOver);
      world.turns.tell(`${device.name}: is without a network`);
      device.isOnline = false;
      if (device.tabs[where.at]) world.reload(openedTab(world, where));
      const again = openedTab(world, where);
      world.begin(`${again.name}: reads the list`, () => readListAgain(world, again, device));
      await world.turns.take(60);
      hasNetworkAgain(world, device);
    },
  },
];

async function deletes(tab: OpenTab, world: World, { device, nth }: Where): Promise<void> {
  const shown = world.shownOn(device);
  const posts = shown.newest.filter(({ title }) => title.startsWith(`${world.nameOf(tab)} `));
  const post = posts[nth % posts.length];
  if (!post) return;
  world.turns.tell(`${tab.name}: deletes "${post.title}"`);
  world.deleted.add(post.title);
  shown.beginDelete(post);
  const note = world.confirmed.begin(device);
  const told = await tab.page.deletePost(post);
  const isGone = world.server.posts().every(({ id }) => id !== post._id);
  if (told === 'taken' && isGone) note(({ deleted }) => deleted.add(post._id));
}
