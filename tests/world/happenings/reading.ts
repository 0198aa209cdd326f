import { type Happening, inTab } from './happening.ts';

export const reading: Happening[] = [
  inTab('reads the list', 4, (tab) => tab.page.readList()),
  inTab('deletes a post', 2, async (tab, world, { device, nth }) => {
    const shown = world.shownLists.get(device) ?? [];
    const posts = shown.filter(({ title }) => title.startsWith(`${world.nameOf(tab)} `));
    const post = posts[nth % posts.length];
    if (!post) return;
    world.turns.tell(`${tab.name}: deletes "${post.title}"`);
    for (const word of world.words) if (word.title === post.title) word.isDropped = true;
    await tab.page.deletePost(post);
  }),
];
