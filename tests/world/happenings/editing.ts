import type { ConflictResolution } from '../../../src/text/merge/merge-texts.ts';
import type { PostRecord } from '../../../src/writing/record/post-record.ts';
import type { OpenTab } from '../device.ts';
import type { StoredVersion } from '../history.ts';
import { readListAgain } from '../promises/confirmed.ts';
import { isReached, takenAwayBy } from '../promises/edits.ts';
import type { EditOfPost } from '../texts-on-device.ts';
import { type SavedEdit, wordsIn } from '../words.ts';
import type { World } from '../world.ts';
import {
  type Happening,
  happening,
  inTab,
  killTabAtWrite,
  lookFor,
  onOtherDevice,
  openedTab,
  ownPost,
  type Where,
  waitFor,
} from './happening.ts';
import { cancel } from './writing.ts';

export const editing = [
  inTab('opens the edit of a post', 5, (tab, world, where) => openEdit(world, tab, where)),
  happening('types into an edit', 6, (world, where) => typeEdit(world, openedTab(world, where), where)),
  inTab('presses Save changes', 8, (tab, world, where) => {
    const { tabs } = where.device;
    return saveChanges(world, tabs.find((one) => one?.page.editedText()) ?? tab, where);
  }),
  happening('corrects a post', 10, async (world, where) => {
    const tab = openedTab(world, where);
    await typeEdit(world, tab, where);
    beginSave(world, tab, where);
  }),
  happening('removes a paragraph of a post', 6, async (world, where) => {
    const tab = openedTab(world, where);
    await removeParagraph(world, tab, where);
    if (where.nth % 3 > 0) beginSave(world, tab, where);
  }),
  happening('corrects a post, and is killed while the edit is stored', 5, async (world, where) => {
    await typeEdit(world, openedTab(world, where), where);
    const tab = openedTab(world, where);
    killTabAtWrite(world, where, 1 + (where.nth % 4));
    beginSave(world, tab, where);
    await lookFor(world, () => !tab.realm.isAlive);
  }),
  happening('corrects a post, and reads the list again', 9, correctAndRead),
  happening('corrects a post twice, and once on the other device', 5, correctOnBoth),
  happening('corrects a post in two tabs, and cancels one edit while the other waits', 8, cancelOne),
  ...(['mine', 'theirs', 'both'] as const).flatMap((resolution) => [
    decides(resolution, false),
    decides(resolution, true),
  ]),
];

/** Opens the edit of one of the author's posts. If the device has shown none, reads the list again instead. */
async function openEdit(world: World, tab: OpenTab, where: Where): Promise<void> {
  // A foreign backend accepts no edits, so its posts have no Edit button.
  if (world.server.kind === 'foreign') return;
  const post = ownPost(world, tab, where);
  if (!post) return readListAgain(world, tab, where.device);
  world.turns.tell(`${tab.name}: opens the edit of "${post.title}"`);
  tab.page.openEdit(post._id);
  world.keepInTab(tab);
}

/**
 * Edits a post twice on one device, and once on the other. The second edit builds on the first. The app merges
 * the other device's edit into the second edit before the author submits it.
 *
 * @param isSavedLate whether to type the second edit once the network is back, and to submit it after a reload
 */
export async function correctOnBoth(world: World, where: Where, { isSavedLate = false } = {}): Promise<void> {
  const { device, nth } = where;
  const tab = openedTab(world, where);
  await goToEdit(world, tab, where);
  device.loseNetwork();
  await typeEdit(world, tab, where);
  await saveAndLeave(world, tab, where);
  if (isSavedLate) await goToEdit(world, tab, where);
  else await typeEdit(world, tab, where);
  const elsewhere = onOtherDevice(world, where);
  const other = openedTab(world, elsewhere);
  await typeEdit(world, other, elsewhere, nth + 1);
  await saveAndLeave(world, other, elsewhere);
  device.regainNetwork();
  if (isSavedLate) await typeEdit(world, tab, where);
  await world.turns.take(200);
  if (isSavedLate) await saveAndReload(world, where);
  await saveAndLeave(world, openedTab(world, where), where);
}

async function saveAndReload(world: World, where: Where): Promise<void> {
  await world.turns.pass(1_000, 12);
  await world.turns.settle();
  const again = world.reload(openedTab(world, where));
  await lookFor(world, () => again.page.editedText());
}

async function correctAndRead(world: World, where: Where): Promise<void> {
  const tab = openedTab(world, where);
  await typeEdit(world, tab, where);
  await waitFor(world, `${tab.name}: presses Save changes, and reads the list`, async () => {
    await saveChanges(world, tab, where);
    await readListAgain(world, tab, where.device);
  });
}

/** Cancels one of two edits. Both are typed before either is submitted, so that both begin with the published text. */
async function cancelOne(world: World, where: Where): Promise<void> {
  const { device, nth } = where;
  const tabs = [0, 1].map((at) => ({ at, tab: openedTab(world, { device, at }) }));
  for (const { at, tab } of tabs) await goToEdit(world, tab, { ...where, at });
  device.loseNetwork();
  for (const { at, tab } of tabs) await typeEdit(world, tab, { ...where, at }, nth + at);
  for (const { at, tab } of tabs) await saveAndLeave(world, tab, { ...where, at });
  const tab = openedTab(world, { device, at: 0 });
  const isFirstSent = nth % 4 === 3;
  if (isFirstSent) {
    device.regainNetwork();
    await lookFor(world, () => world.network.writes.isAny(device));
  }
  let isOver = false;
  // If the app is sending the first edit, cancels the second, which the app has not tried to send.
  const isSecond = isFirstSent || nth % 2 === 0;
  world.begin(`${tab.name}: cancels the ${isSecond ? 'second' : 'first'} edit`, async () => {
    await cancelEdit(world, tab, where, isSecond);
    isOver = true;
  });
  await lookFor(world, () => isOver);
  if (!device.isOnline) device.regainNetwork();
  await world.turns.take(200);
}

/** Withdraws the first or the last pending edit from the outbox, and opens it in the form. */
export async function cancelEdit(world: World, tab: OpenTab, where: Where, isLast: boolean): Promise<void> {
  const kinds = (await tab.page.waiting()).map(({ work }) => work.kind);
  const nth = isLast ? kinds.lastIndexOf('edit') : kinds.indexOf('edit');
  if (nth >= 0) await cancel(tab, world, { ...where, nth });
}

export async function goToEdit(world: World, tab: OpenTab, where: Where): Promise<void> {
  const isOpen = where.postId === undefined || tab.page.openEditId() === where.postId;
  if (isOpen && tab.page.editedText() && !tab.page.isEditedElsewhere()) return;
  await lookAtEdit(world, tab, where);
  if (!tab.page.isEditedElsewhere()) return;
  world.begin(`${tab.name}: presses Edit here`, () => tab.page.editHere());
  await lookFor(world, () => tab.page.editedText() && !tab.page.isEditedElsewhere());
}

/** Opens the edit of a post. Waits until the tab shows the form, or shows that another tab has the edit open. */
export async function lookAtEdit(world: World, tab: OpenTab, where: Where): Promise<void> {
  if (!tab.page.isEditedElsewhere()) world.begin(`${tab.name}: goes to an edit`, () => openEdit(world, tab, where));
  await lookFor(world, () => tab.page.editedText() ?? tab.page.isEditedElsewhere());
}

async function removeParagraph(world: World, tab: OpenTab, where: Where): Promise<void> {
  await goToEdit(world, tab, where);
  const { title, removed } = tab.page.removeParagraph(where.nth) ?? {};
  if (!title || !removed) return;
  world.turns.tell(`${tab.name}: removes "${removed}" in an edit of "${title}"`);
  for (const word of removed) world.takeOut(tab, { word, title });
}

/**
 * Types a new word into an edit.
 *
 * @param place the index of the paragraph that the word replaces; an index after the last appends the word
 * @returns the word; `undefined` if no form can be typed in
 */
export async function typeEdit(
  world: World,
  tab: OpenTab,
  where: Where,
  place = where.nth,
): Promise<string | undefined> {
  await goToEdit(world, tab, where);
  const { word } = world.newWord();
  const typed = tab.page.typeEdit(place, word);
  if (!typed) return undefined;
  world.turns.tell(`${tab.name}: types ${word} over "${typed.over}" in an edit of "${typed.title}"`);
  world.type(tab, { word, ...typed });
  return word;
}

function beginSave(world: World, tab: OpenTab, where: Where): void {
  world.begin(`${tab.name}: presses Save changes`, () => saveChanges(world, tab, where));
}

/** Presses "Save changes", and waits until the author has left the form. */
export async function saveAndLeave(world: World, tab: OpenTab, where: Where): Promise<void> {
  beginSave(world, tab, where);
  await lookFor(world, () => !tab.page.editedText());
}

async function saveChanges(world: World, tab: OpenTab, { device }: Where): Promise<void> {
  const note = world.confirmed.begin(device);
  const pressedAt = world.turns.count;
  const versions = world.server.history();
  const draft = tab.page.editedDraft();
  if (draft) world.removeTakenOut(draft.post);
  if (draft) world.cancelledEdits.press(draft.post.content);
  const record = device.records().get(`post-record/${draft?.id}`) as PostRecord | undefined;
  const leaving = draft && takenAwayBy(draft);
  if (leaving) world.takenAway.push(leaving);
  const { losses } = device.storageFaults;
  const pressed = await tab.page.saveChanges();
  if (!pressed) return;
  const { told, draft: asPressed, isUntouched, isHeard } = pressed;
  const { post, edit } = asPressed;
  world.turns.tell(`${tab.name}: is told that the edit of "${post.title}" is ${told}`);
  if ((told === 'refused' || told === 'login expired') && draft) {
    world.refusedInForms.set(draft.id, post.content);
    // If the edit was pending, it is now a draft: the app tells the author that the text stays in the form.
    if (record?.pending) world.withdrawnEdits.note(post.title);
  }
  // The device did not store the text, or lost it while the app was sending it. Only the form is sure to have it.
  const isNotKept = told === 'not kept' || (told === 'sending' && device.storageFaults.losses > losses);
  if (isNotKept && draft) world.editsInForms.add(draft.id);
  if (told !== 'taken' && told !== 'waiting' && told !== 'decide' && told !== 'gone') return;
  if (draft) {
    world.editsInForms.delete(draft.id);
    world.refusedInForms.delete(draft.id);
  }
  world.markSafe(post, isHeard || told !== 'waiting');
  if (leaving) leaving.isAway = true;
  if ((told !== 'taken' && told !== 'waiting') || isUntouched || !edit) return;
  const base = wordsIn(edit.base.texts.content);
  const now = wordsIn(post.content);
  const replaced = replacedSince(edit, versions);
  const own = now.filter((word) => !base.includes(word) && !replaced.includes(word));
  const gone = base.filter((word) => !now.includes(word));
  const removed = world.words.filter(({ word, isRemoved }) => isRemoved && gone.includes(word)).map(({ word }) => word);
  const { postId } = edit;
  // After a restore, the server may lack the version that the edit began from. Any version may then have the edit.
  const stored = world.rolledBack.ids.has(postId, pressedAt) ? [] : versions.filter(({ id }) => id === postId);
  const from = Math.min(edit.base.version, Math.max(0, ...stored.map(({ version }) => version)));
  const saved = { postId, title: post.title, own, removed, from, pressedAt, tab };
  world.savedEdits.push({ ...saved, isTaken: told === 'taken' });
  if (told !== 'taken') return;
  const version = versionWith(world, saved, isHeard);
  if (version === undefined)
    world.faults.push(`An edit is told to be saved that no version has: ${own} for ${removed}`);
  else note(({ edits }) => edits.set(postId, version));
}

/** Returns the words that the form began with, that a version before the base had, and that the base lacks. */
function replacedSince({ postId, base, from }: EditOfPost, history: readonly StoredVersion[]): string[] {
  const earlier = history.filter(({ id, version }) => id === postId && version < base.version);
  const had = new Set(earlier.flatMap(({ content }) => wordsIn(content)));
  const now = wordsIn(base.texts.content);
  return wordsIn(from.content).filter((word) => had.has(word) && !now.includes(word));
}

function decides(resolution: ConflictResolution, isEdited: boolean): Happening {
  const name = `decides on a conflict: ${resolution}${isEdited ? ', edited first' : ''}`;
  return inTab(name, 5, async (tab, world, { nth }) => {
    const draftId = await tab.page.decide(nth, resolution, isEdited);
    if (draftId !== undefined) world.editsInForms.add(draftId);
    world.keepInTab(tab);
  });
}

/**
 * Returns the number of the first version that has the whole edit; `undefined` if none has it. An edit that changes
 * nothing may be in the version that it began from.
 *
 * @param isHeard whether the author stayed in the form. If they left, they may have submitted a later edit, which
 * replaced this edit before it was sent
 */
const versionWith = (
  world: World,
  { postId, own, removed, from }: Pick<SavedEdit, 'postId' | 'own' | 'removed' | 'from'>,
  isHeard: boolean,
): number | undefined =>
  world.server.history().find(({ id, version, content }) => {
    const words = wordsIn(content);
    const isChange = own.length + removed.length > 0;
    const isLater = isChange ? version > from : version >= from;
    return (
      id === postId &&
      isLater &&
      own.every((word) => words.includes(word) || (!isHeard && isReached(world.words, word, [words]))) &&
      !removed.some((word) => words.includes(word))
    );
  })?.version;
