import { openAgain, readListAgain } from '../promises/confirmed.ts';
import { type Happening, inTab } from './happening.ts';

export const openPost = inTab('opens a post', 4, async (tab, world, { device, nth }) => {
  const shown = world.shownLists.get(device) ?? [];
  const post = shown[nth % shown.length];
  if (!post) return;
  world.turns.tell(`${tab.name}: opens "${post.title}"`);
  world.followsOf(device).opened.add(post._id);
  await openAgain(world, tab, device, post._id);
});

export const reading: Happening[] = [
  inTab('reads the list', 4, (tab, world, { device }) => readListAgain(world, tab, device)),
  openPost,
  inTab('deletes a post', 2, async (tab, world, { device, nth }) => {
    const shown = world.shownLists.get(device) ?? [];
    const posts = shown.filter(({ title }) => title.startsWith(`${world.nameOf(tab)} `));
    const post = posts[nth % posts.length];
    if (!post) return;
    world.turns.tell(`${tab.name}: deletes "${post.title}"`);
    world.deleted.add(post.title);
    const pressedAt = world.turns.now;
    const told = await tab.page.deletePost(post);
    const isGone = world.server.posts().every(({ id }) => id !== post._id);
    if (told === 'taken' && isGone) world.confirmedOn(device, pressedAt)?.deleted.add(post._id);
  }),
];
