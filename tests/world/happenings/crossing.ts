import { BrokenPromise } from '../broken-promise.ts';
import { longestLateMs } from '../network.ts';
import { has, wordsIn } from '../words.ts';
import type { World } from '../world.ts';
import { cancelEdit, correctOnBoth, goToEdit, saveAndLeave, typeEdit } from './editing.ts';
import {
  ends,
  type Happening,
  happening,
  lookFor,
  onOtherDevice,
  openedTab,
  ownPost,
  type Where,
  whereNetworkIsGood,
} from './happening.ts';
import { deletePost } from './reading.ts';
import { restoreServer } from './restoring.ts';

async function correct(world: World, where: Where, place = where.nth): Promise<string | undefined> {
  const word = await typeEdit(world, openedTab(world, where), where, place);
  await saveAndLeave(world, openedTab(world, where), where);
  return word;
}

/** Returns `where` with the id of a post by the logged-in user that both devices have shown. */
function withPost(world: World, where: Where): Where {
  const name = world.nameOf(openedTab(world, where));
  const shown = world.devices.map((device) => new Set(world.shownOn(device).newest.map(({ _id }) => _id)));
  const posts = world.server.posts().filter(({ id, author }) => author === name && shown.every((ids) => ids.has(id)));
  return { ...where, postId: posts[where.nth % posts.length]?.id };
}

/** Cancels an edit that was submitted without a network. It must never be published. */
async function cancelUnsent(world: World, where: Where): Promise<void> {
  const { device } = where;
  const tab = openedTab(world, where);
  await goToEdit(world, tab, where);
  device.loseNetwork();
  await correct(world, where);
  await ends(world, `${tab.name}: cancels and edits`, () => cancelEdit(world, tab, where, true));
  device.regainNetwork();
  await world.turns.take(200);
}

/** Cancels an edit that builds on an edit whose answer was lost, and presses "Save changes" again. */
async function cancelEditOnUnanswered(world: World, where: Where): Promise<void> {
  const { network, turns } = world;
  const { device, nth } = where;
  const tab = openedTab(world, where);
  await goToEdit(world, tab, where);
  network.nextEdit = 'the answer is lost';
  await correct(world, where);
  network.nextEdit = undefined;
  device.loseNetwork();
  await correct(world, where);
  network.nextEdit = 'the answer comes late';
  device.regainNetwork();
  await lookFor(world, () => network.nextEdit === undefined);
  network.nextEdit = undefined;
  await ends(world, `${tab.name}: cancels and edits`, () => cancelEdit(world, tab, where, true));
  await turns.pass(longestLateMs, 8);
  await turns.settle();
  if (nth % 2 === 0) await saveAndLeave(world, openedTab(world, where), where);
  else await correct(world, where);
  // The app asks the author only if another device has changed the post.
  if (!tab.page.deciding()) return;
  world.begin(`${tab.name}: decides`, () => tab.page.decide(0, 'mine', false));
  await turns.settle();
}

/** Deletes a post without a network, while its author corrects it elsewhere. The correction must not be lost. */
async function deleteCorrected(world: World, where: Where): Promise<void> {
  const { turns, server } = world;
  const { device } = where;
  const tab = openedTab(world, where);
  const { losses } = device.storageFaults;
  const author = tab.page.author();
  const post = ownPost(world, tab, where);
  if (!post) return;
  device.loseNetwork();
  const isTold = await ends(world, `${tab.name}: deletes a post`, () => deletePost(tab, world, where));
  const elsewhere = onOtherDevice(world, where);
  if (!elsewhere.device.isOnline) elsewhere.device.regainNetwork();
  const word = await correct(world, elsewhere);
  await turns.settle();
  const isThere = () => server.posts().some(({ id }) => id === post._id);
  const isCorrected =
    isThere() &&
    word !== undefined &&
    server.history().some(({ id, content }) => id === post._id && wordsIn(content).includes(word));
  device.regainNetwork();
  for (let waited = 0; isThere() && waited < 30; waited += 1) {
    await turns.pass(5_000, 12);
    await turns.settle();
  }
  await turns.settle();
  const isUndisturbed = losses === device.storageFaults.losses && tab.realm.isAlive && tab.page.author() === author;
  if (!isCorrected || isThere() || !isUndisturbed || !isTold) return;
  world.check('an author who deletes a version unseen keeps its text as a draft');
  const drafts = await world.whenDone(tab.page.drafts(author));
  if (!drafts.some((draft) => wordsIn(draft.post.content).includes(word)))
    throw new BrokenPromise(`Lost: ${word} of "${post.title}", which was deleted by who had not seen it`);
}

/** Restores the server from its backup while an edit is pending. The edit must keep the words that the server lost. */
async function restoreUnderEdit(world: World, where: Where): Promise<void> {
  const { turns, server, words } = world;
  const { device } = where;
  if (server.kind !== 'own') return;
  const tab = openedTab(world, where);
  await goToEdit(world, tab, where);
  server.backUp();
  const first = await correct(world, where, 0);
  await turns.settle();
  device.loseNetwork();
  // Types after the last paragraph, so that the first word stays.
  await goToEdit(world, tab, where);
  const end = tab.page.editedText()?.content.split(/\n{2,}/).length;
  const second = await correct(world, where, end);
  const one = words.find(({ word }) => word === second);
  const isStored = server
    .history()
    .some(({ title, content }) => first !== undefined && title === one?.title && wordsIn(content).includes(first));
  await restoreServer(world);
  device.regainNetwork();
  await turns.settle();
  if (first === undefined || !one || !isStored) return;
  const isReplaced = words.some(
    ({ word, over, beats, isTakenOut, isRemoved }) =>
      over.has(first) || beats.has(first) || (word === first && (isTakenOut || isRemoved)),
  );
  if (isReplaced) return;
  world.check('no edit drops words unseen that a restored server has lost');
  for (const { title, version, content } of server.history()) {
    if (title === one.title && has(content, one) && !wordsIn(content).includes(first))
      throw new BrokenPromise(`Version ${version} of "${title}" is without ${first}, which nobody has replaced`);
  }
}

/** Returns a happening that runs `cross` on a good network, with a post by the user that both devices have shown. */
const crosses = (name: string, weight: number, cross: (world: World, where: Where) => Promise<void>): Happening =>
  happening(name, weight, (world, where) =>
    whereNetworkIsGood(world, where.device, () => cross(world, withPost(world, where))),
  );

/** Happenings of a rare kind of life: people edit one post on devices that know different versions of it. */
export const crossing = [
  crosses('corrects a post without a network, and cancels the edit', 14, cancelUnsent),
  crosses('cancels a correction that builds on an unanswered one, and submits it again', 24, cancelEditOnUnanswered),
  crosses('deletes a post that its author corrects on the other device meanwhile', 14, deleteCorrected),
  crosses('corrects a post twice, and the server is restored to its state before', 14, restoreUnderEdit),
  crosses('corrects a post twice, and once on the other device before the second is stored', 14, (world, where) =>
    correctOnBoth(world, where, { isSavedLate: true }),
  ),
];
