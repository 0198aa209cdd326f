import { timeouts } from '../../src/device/timeouts.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Device, OpenTab } from './device.ts';
import type { StoredVersion } from './history.ts';
import type { Person } from './page/page.ts';
import { verifyNotAskedInVain } from './promises/asked-in-vain.ts';
import { verifyDeleted, verifyDetails, verifyReadAgain } from './promises/details.ts';
import {
  isReached,
  isTakenAwayElsewhere,
  verifyCancelledEdits,
  verifySavedEdits,
  verifyVersions,
} from './promises/edits.ts';
import { verifyFollows, verifyFollowsWhenFaultsEnd } from './promises/follows.ts';
import { verifyKept } from './promises/kept.ts';
import { verifyPictures, verifyPicturesWhenFaultsEnd } from './promises/pictures.ts';
import { verifyPublishedOnce } from './promises/published-once.ts';
import { readWhole, verifyNewest, verifyNewestKept, verifyWithoutNetwork } from './promises/reading.ts';
import { verifyFiles, verifyUpdatesWhenFaultsEnd } from './promises/updates.ts';
import { longestEvent } from './registration.ts';
import type { DraftOnDevice } from './texts-on-device.ts';
import { isWrittenBy } from './titles.ts';
import { type Told, wordsIn } from './words.ts';
import type { World } from './world.ts';

/** Verifies the promises that must hold at every moment, whatever fails. */
export function verifySafety(world: World): void {
  world.check('the promises that must hold at every moment');
  if (world.turns.isIdle) for (const device of world.devices) world.shownOn(device).settle();
  const taken = world.faults.find((fault) => fault.startsWith('A stranger'));
  if (taken !== undefined) throw new BrokenPromise(taken);
  const posts = world.server.posts();
  if (posts.length > 0) verifyVersions(world);
  verifyCancelledEdits(world);
  for (const { tabs } of world.devices) for (const tab of tabs) if (tab) verifyName(world, tab);
  const [doubled] = world.network.writes.doubled;
  if (doubled !== undefined) throw new BrokenPromise(`Two send at once: ${doubled}`);
  verifyPublishedOnce(world);
  for (const { title, author } of posts) {
    if (!isWrittenBy(author, title, world.pressed))
      throw new BrokenPromise(`"${title}" was published under the name of ${author}`);
    if (world.titlesBefore.has(title) || !world.words.some((word) => word.title === title)) continue;
    world.check('a text that nobody has submitted is not published');
    if (!world.pressed.some((one) => one.title === title))
      throw new BrokenPromise(`"${title}" is published, and nobody has pressed Create Blog`);
  }
  const [breach] = world.server.kind === 'foreign' ? world.server.breaches : [];
  if (breach !== undefined) throw new BrokenPromise(`Not in the contract: ${breach}`);
  if (world.server.kind === 'own' && world.server.errors.length > 0)
    throw new BrokenPromise(`The server fails: ${world.server.errors.join(', ')}`);
  verifyFiles(world);
  verifyPictures(world);
  verifyFollows(world);
}

function verifyName(world: World, tab: OpenTab): void {
  const named = tab.page.shownName();
  if (named !== undefined && named !== world.nameOf(tab))
    throw new BrokenPromise(`${tab.name} names ${named}, and ${world.nameOf(tab) || 'nobody'} is logged in`);
}

/** Ends all faults, and verifies that everything is sent, no word is lost, and devices show the newest posts. */
export async function verifyWhenFaultsEnd(world: World): Promise<void> {
  const { turns, network, site, server, devices, people } = world;
  turns.tell('everything works again');
  network.recover();
  site.wrong = undefined;
  await server.recover();
  const wasAhead = devices.some(({ clock }) => clock.ahead > 0 && clock.ahead <= timeouts.maxHoldMs);
  for (const device of devices) {
    device.isOnline = true;
    if (device.clock.ahead !== 0) network.clockJumps(device);
    device.clock.ahead = 0;
    device.storageFaults.end();
  }
  // Setting back a clock that was ahead prolongs the app's pauses by the difference, at most by a day.
  if (wasAhead) await turns.pass(timeouts.maxHoldMs, 8);
  await turns.settle();
  // Waits longer than a browser waits for the end of a worker's event.
  await turns.pass(longestEvent + 60_000, 8);
  await turns.settle();
  keptByLivingPages(world);
  await verifySentFromMemory(world);
  await verifyAsLeft(world);
  if (!world.keepsAll) await keepAll(world);

  // On each device, each author logs in and waits until their outbox is empty. An author who is still logged in does
  // not log in again: a login sends all pending texts, and would hide a text that the app fails to send by itself.
  const drafts: { on: string; id: string; title: string; content: string }[] = [];
  const editDrafts: DraftOnDevice[] = [];
  const ids = new Set([...server.history().map(({ id }) => id), ...world.rolledBack.ids.names()]);
  // One device of each life opens every post, either before or after the authors return.
  const opener = devices[turns.pick(devices.length)];
  const opensBefore = turns.isLucky(0.5);
  // Skips the opener, as a visit here could hide a fault that `verifyReadAgain` must find.
  for (const device of devices) if (device !== opener) await verifyNewestKept(world, device);
  await verifyReadAgain(world, opensBefore ? opener : undefined);
  await verifyFollowsWhenFaultsEnd(world);
  await world.updates.untilReloaded();
  for (const device of devices) {
    const tab = device.tabs.find((open) => open !== undefined) ?? world.openTab(device, 0);
    const isHere = ({ name }: Person) => name === world.nameOf(tab);
    for (const person of people.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))) {
      turns.tell(`${tab.name}: ${person.name} comes back`);
      if (!isHere(person)) await world.whenDone(tab.page.logIn(person));
      await emptyOutbox(world, tab, person);
      for (const open of device.tabs.filter((one) => one !== undefined)) {
        for (const userId of [tab.page.author(), null]) {
          // Includes the backups in this tab's session storage.
          const left = await world.whenDone(open.page.drafts(userId));
          for (const { id, post } of left) drafts.push({ on: open.name, id, ...post });
          if (userId === null) continue;
          for (const id of ids) editDrafts.push(...(await world.whenDone(open.page.editDrafts(userId, id))));
        }
      }
    }
  }
  verifySafety(world);
  const posts = server.posts();

  // A deletion excuses nothing if a post with this title still exists. Skips twins: of two posts with the same words,
  // one may be deleted.
  const titles = new Set(posts.map(({ title }) => title));
  for (const title of world.deleted) if (titles.has(title) && !world.twins.areBoth(title)) world.deleted.delete(title);
  verifySavedEdits(world);
  const texts = [...posts, ...deletedPosts(world)].map(({ content }) => content);
  const here = [...texts, ...drafts.map(({ content }) => content), ...editDrafts.map(({ post }) => post.content)].map(
    wordsIn,
  );
  // Includes words that a restored server has lost, because one of them may have replaced a saved word.
  here.push(world.rolledBack.words.names());
  for (const word of world.words) {
    if (word.isDropped || !word.isSafe) continue;
    world.check('a word that was saved is not lost');
    if (!isReached(world.words, word.word, here))
      throw new BrokenPromise(`Lost: ${word.word} of "${word.title}", which was saved`);
  }
  for (const { title, content, imgUrl, pressedAt } of world.told) {
    if (world.deleted.has(title) || world.rolledBack.titles.has(title, pressedAt)) continue;
    world.check('a text that its author was told is published is published');
    const published = posts.filter((post) => post.title === title).map((post) => wordsIn(post.content));
    if (published.length === 0) throw new BrokenPromise(`"${title}" is not published, though its author was told so`);
    if (!published.some((now) => wordsIn(content).every((word) => isReached(world.words, word, [now]))))
      throw new BrokenPromise(`"${title}" is published without words that its author was told are`);
    // No step edits a cover, so the post must still have the submitted cover.
    if (!posts.some((post) => post.title === title && post.imgUrl === imgUrl))
      throw new BrokenPromise(`"${title}" is published without the cover that its author was told it has`);
  }
  verifyToldWaiting(world);
  world.twins.verify(world, (told) => isExcused(world, told));
  for (const { title, pressedAt } of world.told) {
    if (isExcused(world, { title, pressedAt })) continue;
    // Of two texts with the same words, the second may still be a draft: its author was never told that both are
    // published or wait.
    if (world.twins.inForms.has(title)) continue;
    if (posts.some((post) => post.title === title && world.rolledBack.revived.has(post.id, pressedAt))) continue;
    // A withdrawn text stays a draft, though its twin with the same words may be published.
    const isTwin = ({ id }: { id: string }) => world.twins.areBoth(title) && world.twins.takenBack.has(id);
    const again = drafts.find(
      (draft) => draft.title === title && !hasNewWord(world, title, draft.content) && !isTwin(draft),
    );
    if (again) throw new BrokenPromise(`"${title}" is published, and a draft on ${again.on} all the same`);
  }
  for (const draft of editDrafts) {
    const { post, isDiscarded } = draft;
    const { title, content } = post;
    const savedAt = Math.max(
      0,
      ...world.savedEdits.filter((edit) => edit.title === title).map((edit) => edit.pressedAt),
    );
    if (isDiscarded || world.withdrawnEdits.has(title, savedAt) || world.deleted.has(title)) continue;
    if (world.rolledBack.titles.has(title, savedAt) || isInForm(world, draft)) continue;
    if (hasNewWord(world, title, content) || hasNewRemoval(world, draft)) continue;
    if (!isTakenAwayElsewhere(world, draft))
      throw new BrokenPromise(`An edit of "${title}" is saved, and its draft is there all the same`);
  }
  await verifyUpdatesWhenFaultsEnd(world);
  await verifyReading(world, opensBefore ? undefined : opener);
  await verifyPicturesWhenFaultsEnd(world);
}

/** Returns whether the author withdrew the submitted text or deleted its post, or a restored server has lost it. */
const isExcused = (world: World, { title, pressedAt }: Pick<Told, 'title' | 'pressedAt'>): boolean =>
  world.withdrawn.has(title, pressedAt) || world.deleted.has(title) || world.rolledBack.titles.has(title, pressedAt);

/** Verifies that the texts in `toldWaiting` have been published, except for withdrawn, deleted and lost texts. */
function verifyToldWaiting(world: World): void {
  const history = world.server.history();
  for (const { title, content, pressedAt } of world.toldWaiting) {
    // If the text had arrived, its correction became an edit of the post, and its author may have withdrawn that edit.
    if (isExcused(world, { title, pressedAt }) || world.withdrawnEdits.has(title, pressedAt)) continue;
    world.check('a text that its author was told waits is published in the end');
    const versions = history.filter((version) => version.title === title).map((version) => wordsIn(version.content));
    if (!versions.some((version) => wordsIn(content).every((word) => isReached(world.words, word, [version]))))
      throw new BrokenPromise(`"${title}" is not published, though its author was told that it waits`);
  }
}

/** Returns whether the author knows that the draft is in a form. A refused edit stays in its form. */
const isInForm = ({ editsInForms, refusedInForms }: World, { id, post: { content } }: DraftOnDevice): boolean =>
  editsInForms.has(id) || refusedInForms.get(id) === content;

/** Returns whether the content has a word that no version with this title has. The draft is then another text. */
function hasNewWord(world: World, title: string, content: string): boolean {
  const versions = world.server.history().filter((version) => version.title === title);
  const published = versions.flatMap((version) => wordsIn(version.content));
  return wordsIn(content).some((word) => !published.includes(word));
}

/**
 * Returns whether the draft removes a word that every later version still has. If the base lacks the word, an edit that
 * was pending when the form opened has added it. Versions before the first one with the word then do not count.
 */
function hasNewRemoval(world: World, { post, edit }: DraftOnDevice): boolean {
  if (!edit) return false;
  const { postId, base } = edit;
  const later = world.server.history().filter(({ id, version }) => id === postId && version > base.version);
  const begun = [base.texts, edit.from].flatMap(({ content }) => wordsIn(content));
  const gone = begun.filter((word) => !wordsIn(post.content).includes(word));
  return gone.some((word) => {
    const has = ({ content }: { content: string }) => wordsIn(content).includes(word);
    // If the later versions all lack the word, another edit may have replaced the edit that added it.
    const first = has(base.texts) ? 0 : Math.max(0, later.findIndex(has));
    return later.slice(first).every(has);
  });
}

/** Returns the last version of each post that its author has deleted. */
function deletedPosts(world: World): StoredVersion[] {
  const ids = new Set(world.server.posts().map(({ id }) => id));
  const last = new Map(world.server.history().map((version) => [version.id, version]));
  return [...last.values()].filter(({ id, title }) => !ids.has(id) && world.deleted.has(title));
}

/** Marks the words of open tabs as saved, because devices have had time to store them, unless storage is forbidden. */
function keptByLivingPages({ devices, words }: World): void {
  for (const { tabs, storageFaults } of devices) {
    if (storageFaults.isForbidden) continue;
    for (const word of words) if (word.tab && tabs.includes(word.tab)) Object.assign(word, { isSafe: true });
  }
}

/** Verifies that pages whose browser forbids storage send the texts in their memory. Then lets browsers store data. */
async function verifySentFromMemory(world: World): Promise<void> {
  for (const { tabs, storageFaults } of world.devices) {
    for (const tab of storageFaults.isForbidden ? tabs : []) {
      const author = tab && world.people.find(({ name }) => name === world.nameOf(tab));
      if (author) await emptyOutbox(world, tab, author);
    }
    storageFaults.isForbidden = false;
  }
}

/** Returns whether the tab's browser forbids storage, and so the session cookie, which a delete needs. */
const isWithoutCookies = ({ devices }: World, tab: OpenTab): boolean =>
  devices.some(({ tabs, storageFaults }) => storageFaults.isForbidden && tabs.includes(tab));

/** Waits until the app has sent all pending texts. The author decides on each text that the app asks about. */
async function emptyOutbox(world: World, tab: OpenTab, person: Person): Promise<void> {
  const { turns } = world;
  const outbox = () => world.whenDone(tab.page.waiting());
  for (let rounds = 0; rounds < 20; rounds += 1) {
    await turns.pass(20 * 60_000, 0);
    await turns.settle();
    const left = await outbox();
    if (left.length === 0) return;
    for (const waiting of left) {
      const { id, work, state } = waiting;
      const at = (await outbox()).findIndex((entry) => entry.id === id);
      if (at === -1) continue;
      if (state.kind === 'published') {
        verifyNotAskedInVain(world, person, waiting);
        world.withdrawn.note(work.post.title);
        await world.whenDone(tab.page.cancel(at));
      } else if (state.kind === 'conflict') {
        const resolution = (['mine', 'theirs', 'both'] as const)[turns.pick(3)] ?? 'mine';
        await world.whenDone(tab.page.decide(0, resolution, false));
      } else if (state.kind === 'needs login' && work.kind === 'delete' && isWithoutCookies(world, tab)) {
        await world.whenDone(tab.page.discard(at));
      } else if (state.kind === 'needs login') await world.whenDone(tab.page.logIn(person));
      else if (state.kind === 'refused') await world.whenDone(tab.page.retry(at));
    }
  }
  const left = (await outbox()).map(({ work, state }) => `"${work.post.title}" (${state.kind})`);
  throw new BrokenPromise(`Waits for ever on ${tab.name}: ${left.join(', ')}`);
}

/**
 * Verifies that each device shows the server's posts online, and shows them again without a network.
 *
 * @param opener the device that also opens every post
 */
async function verifyReading(world: World, opener: Device | undefined): Promise<void> {
  for (const device of world.devices) {
    for (const [at] of device.tabs.entries()) device.kill(at);
    const reader = world.openTab(device, 0);
    // One visit must suffice, even if it begins without a worker.
    const online = await verifyNewest(world, device, reader);
    if (device === opener) {
      await verifyDetails(world, device, reader);
      await verifyDeleted(world, device, reader);
    }
    world.check('posts that are read online can be read without a network');
    device.loseNetwork();
    device.worker.kill();
    const tab = world.openTab(device, 0);
    const offline = String((await readWhole(world, tab)).sort());
    if (offline !== online)
      throw new BrokenPromise(`${device.name} reads ${offline} without a network, and not ${online}`);
    // Our own server's list has every text, so one visit to the list must suffice.
    if (device === opener || (opener && world.server.kind === 'own')) await verifyDetails(world, device, tab);
    if (device === opener) await verifyDeleted(world, device, tab);
    device.isOnline = true;
  }
}

/** Chooses to keep the 100 newest posts on each device, which can then show every post again. */
async function keepAll(world: World): Promise<void> {
  for (const device of world.devices) {
    const at = device.tabs.length;
    const { page, controller } = world.openTab(device, at);
    if (controller) await world.whenDone(page.chooseNewest(100));
    await world.turns.settle();
    device.kill(at);
  }
}

/** Verifies that each device shows again the posts that it has shown. A login or logout would change the caches. */
async function verifyAsLeft(world: World): Promise<void> {
  for (const device of world.devices) {
    for (const tab of device.tabs) tab?.document.dispatchEvent(new Event('visibilitychange'));
    await world.turns.settle();
    await verifyKept(world, device);
    world.shownOn(device).settleAll();
    if (world.shownOn(device).readable().size === 0) continue;
    await verifyWithoutNetwork(world, device);
  }
}
