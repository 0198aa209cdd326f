import { has } from '../words.ts';
import { type Happening, inTab, lookFor, openedTab } from './happening.ts';

export const writing: Happening[] = [
  { name: 'opens the app', weight: 1, do: (world, where) => void openedTab(world, where) },
  inTab('opens Create', 1, async (tab, world) => {
    tab.page.openForm();
    world.keepInTab(tab);
  }),
  {
    name: 'types',
    weight: 8,
    async do(world, where) {
      const tab = openedTab(world, where);
      if (!tab.page.text()) {
        tab.page.openForm();
        world.keepInTab(tab);
        await lookFor(world, tab.page.text);
      }
      const word = world.newWord();
      const title = tab.page.type(`${world.nameOf(tab) || 'Nobody'} ${word.slice(1)}`, word);
      if (title === undefined) return;
      world.turns.tell(`${tab.name}: types ${word} into "${title}"`);
      world.type(tab, { word, title });
    },
  },
  inTab('presses Create Blog', 8, async (tab, world) => {
    const pressed = await tab.page.press();
    if (!pressed) return;
    const { told: answer, post } = pressed;
    world.turns.tell(`${tab.name}: is told that "${post.title}" is ${answer}`);
    if (answer !== 'taken' && answer !== 'waiting') return;
    for (const word of world.words) if (word.title === post.title && has(post.content, word)) word.isSafe = true;
    if (answer === 'taken') world.told.push({ title: post.title, content: post.content });
  }),
  inTab('leaves the form', 1, async (tab, world) => {
    tab.page.leaveForm();
    world.keepInTab(tab);
  }),
  inTab('starts afresh', 1, async (tab, world) => {
    await tab.page.startAfresh();
    world.keepInTab(tab);
  }),
  {
    name: 'waits',
    weight: 4,
    do({ turns }) {
      turns.tell('seconds go by');
      return turns.pass(turns.pick(30_000), 12);
    },
  },
];

export const secondThoughts: Happening[] = [
  inTab('cancels and edits', 3, async (tab, world, { nth }) => {
    const work = await tab.page.cancel(nth);
    if (work) world.withdraw(work);
  }),
  inTab('discards', 2, async (tab, world, { nth }) => {
    const gone = await tab.page.discard(nth);
    if (!gone) return;
    world.withdraw(gone);
    world.drop(gone);
  }),
  inTab('undoes', 2, (tab) => tab.page.undo()),
  inTab('tries again', 2, (tab, _, { nth }) => tab.page.retry(nth)),
];
