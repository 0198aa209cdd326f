import { deleting, publishing } from '../blog.ts';
import { verifyWithoutNetwork } from '../promises-of-reading.ts';
import { type Happening, inTab } from './happening.ts';

/** What others do on devices that are not in the world. */
const elsewhere: Happening[] = [
  {
    name: 'hears that somebody publishes elsewhere',
    weight: 3,
    do(world) {
      const { server } = world;
      if (!server.elsewhere) return;
      const call = publishing(server.elsewhere.token, `Linus ${world.newWord()}`);
      world.begin('elsewhere: Linus publishes', () => server.handle(call));
    },
  },
  {
    name: 'hears that somebody deletes elsewhere',
    weight: 2,
    do(world, { nth }) {
      const { server } = world;
      const theirs = server.posts().filter(({ author }) => author === 'Linus');
      const post = theirs[nth % theirs.length];
      if (!server.elsewhere || !post) return;
      const call = deleting(server.elsewhere.token, post.id);
      world.begin(`elsewhere: Linus deletes "${post.title}"`, () => server.handle(call));
    },
  },
];

export const reading: Happening[] = [
  ...elsewhere,
  inTab('opens the list', 6, (tab) => tab.page.openList()),
  inTab('reads on', 2, (tab) => tab.page.showMore()),
  {
    name: 'comes into a tunnel',
    weight: 1,
    do: (world, { device }) => verifyWithoutNetwork(world, device),
  },
  inTab('deletes a post', 4, async (tab, world, { device, nth }) => {
    const shown = world.shownOn(device);
    const posts = shown.newest.filter(({ title }) => title.startsWith(`${world.nameOf(tab)} `));
    const post = posts[nth % posts.length];
    if (!post) return;
    world.turns.tell(`${tab.name}: deletes "${post.title}"`);
    for (const word of world.words) if (word.title === post.title) word.isDropped = true;
    shown.beginDelete(post);
    const { breaks } = device.storageFaults;
    const told = await tab.page.deletePost(post);
    world.turns.tell(`${tab.name}: is told that the delete of "${post.title}" is ${told}`);
    if (told === 'taken' && breaks === device.storageFaults.breaks) shown.confirmDelete(post);
  }),
];
