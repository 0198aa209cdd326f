import type { Post } from '../../../src/contract/posts.ts';
import type { ConflictResolution } from '../../../src/data/edits/merge-texts.ts';
import type { OpenTab } from '../device.ts';
import { has, wordsIn } from '../words.ts';
import type { World } from '../world.ts';
import { type Happening, inTab, openedTab, type Where } from './happening.ts';

/** One of the posts that the device has shown, and that whoever is logged in here has written. */
function ownPost(world: World, tab: OpenTab, { device, nth }: Where): Post | undefined {
  const name = world.nameOf(tab);
  const posts = (world.shownLists.get(device) ?? []).filter(({ title }) => name && title.startsWith(`${name} `));
  return posts[nth % posts.length];
}

export const editing: Happening[] = [
  inTab('opens an edit', 3, async (tab, world, where) => {
    const post = ownPost(world, tab, where);
    if (!post) return;
    world.turns.tell(`${tab.name}: opens the edit of "${post.title}"`);
    const opening = tab.page.openEdit(post._id);
    world.keepInTab(tab);
    await opening;
  }),
  {
    name: 'types into an edit',
    weight: 10,
    async do(world, where) {
      const tab = openedTab(world, where);
      if (!tab.page.editedText()) {
        const post = ownPost(world, tab, where);
        if (!post) return;
        world.begin(`${tab.name}: opens the edit of "${post.title}"`, () => tab.page.openEdit(post._id));
        world.keepInTab(tab);
        await world.turns.take(80);
      }
      const word = world.newWord();
      const typed = tab.page.typeEdit(where.nth, word);
      if (!typed) return;
      world.turns.tell(`${tab.name}: types ${word} over "${typed.over}" in an edit of "${typed.title}"`);
      world.type(tab, { word, ...typed });
    },
  },
  inTab('presses Save changes', 10, async (tab, world, { device }) => {
    const pressed = await tab.page.saveChanges();
    if (!pressed) return;
    const { told, post, edit, isUntouched } = pressed;
    world.turns.tell(`${tab.name}: is told that the edit of "${post.title}" is ${told}`);
    if (told !== 'taken' && told !== 'waiting' && told !== 'conflict' && told !== 'gone') return;
    for (const word of world.words) if (word.title === post.title && has(post.content, word)) word.isSafe = true;
    if ((told !== 'taken' && told !== 'waiting') || isUntouched) return;
    const base = wordsIn(edit.base.texts.content);
    const own = wordsIn(post.content).filter((word) => !base.includes(word));
    world.savedEdits.push({ title: post.title, content: post.content, own, isTaken: told === 'taken' });
    if (told === 'taken') noteConfirmed(world, device, edit.postId, own);
  }),
  ...(['mine', 'theirs', 'both'] as const).flatMap((resolution) => [
    decides(resolution, false),
    decides(resolution, true),
  ]),
];

function decides(resolution: ConflictResolution, isEdited: boolean): Happening {
  const name = `decides on a conflict: ${resolution}${isEdited ? ', edited first' : ''}`;
  return inTab(name, 1, async (tab, world, { nth }) => {
    await tab.page.decide(nth, resolution, isEdited);
    world.keepInTab(tab);
  });
}

/** The device shows this version, or a later one, from now on. */
function noteConfirmed(world: World, device: Where['device'], id: string, own: string[]): void {
  const made = world.server
    .history()
    .find((version) => version.id === id && own.every((word) => wordsIn(version.content).includes(word)));
  if (!made) {
    world.faults.push(`An edit is told to be saved that no version has: ${own}`);
    return;
  }
  const { edits } = world.confirmedOn(device);
  edits.set(id, Math.max(made.version, edits.get(id) ?? 0));
}
