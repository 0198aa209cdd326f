import type { Draft } from '../../src/data/drafts/drafts.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { OpenTab } from './device.ts';
import type { StoredVersion } from './history.ts';
import { verifyDetails, verifyReadAgain } from './promises/details.ts';
import { isReached, verifySavedEdits, verifyVersions } from './promises/edits.ts';
import { wordsIn } from './words.ts';
import type { World } from './world.ts';

/** What holds at every moment, whatever fails. */
export function verifySafety(world: World): void {
  world.checks += 1;
  const posts = world.server.posts();
  if (posts.length > 0) verifyVersions(world);
  const titles = new Set<string>();
  for (const { title, author } of posts) {
    if (titles.has(title)) throw new BrokenPromise(`Published twice: "${title}"`);
    titles.add(title);
    if (!title.startsWith(`${author} `))
      throw new BrokenPromise(`"${title}" was published under the name of ${author}`);
  }
}

/** What comes true once nothing fails any more: everything is sent, no word is lost, everybody sees the newest. */
export async function verifyWhenFaultsEnd(world: World): Promise<void> {
  const { turns, network, server, devices, people } = world;
  turns.tell('everything works again');
  network.rates = {};
  server.killAtWrite(0);
  if (!server.isRunning) await server.start();
  for (const device of devices) {
    device.isOnline = true;
    device.clock.ahead = 0;
    device.storageFaults.end();
  }
  await turns.settle();
  await turns.pass(180_000, 8);
  await turns.settle();

  // Each author comes back to each device in turn, and stays until nothing of theirs waits there.
  const drafts: { on: string; title: string; content: string }[] = [];
  const editDrafts: Draft[] = [];
  const ids = new Set(server.history().map(({ id }) => id));
  await verifyReadAgain(world);
  for (const person of people) {
    for (const device of devices) {
      const tab = device.tabs.find((open) => open !== undefined) ?? world.openTab(device, 0);
      turns.tell(`${tab.name}: ${person.name} comes back`);
      await world.whenDone(tab.page.logIn(person));
      await emptyOutbox(world, tab);
      for (const open of device.tabs.filter((one) => one !== undefined)) {
        for (const userId of [tab.page.author(), null]) {
          // With the backups in this tab's own storage.
          const left = await world.whenDone(open.page.drafts(userId));
          for (const { post } of left) drafts.push({ on: open.name, ...post });
          if (userId === null) continue;
          for (const id of ids) editDrafts.push(...(await world.whenDone(open.page.editDrafts(userId, id))));
        }
      }
    }
  }
  verifySafety(world);
  const posts = server.posts();

  verifySavedEdits(world);
  const inForms = devices.flatMap(({ tabs }) =>
    tabs.flatMap((tab) => [tab?.page.text()?.content ?? [], tab?.page.editedText()?.content ?? []].flat()),
  );
  const texts = [...posts, ...deletedPosts(world)].map(({ content }) => content);
  const here = [
    ...texts,
    ...drafts.map(({ content }) => content),
    ...editDrafts.map(({ post }) => post.content),
    ...inForms,
  ].map(wordsIn);
  for (const word of world.words) {
    world.checks += 1;
    if (word.isDropped || !word.isSafe) continue;
    if (!isReached(world.words, word.word, here))
      throw new BrokenPromise(`Lost: ${word.word} of "${word.title}", which was saved`);
  }
  for (const { title, content } of world.told) {
    world.checks += 1;
    if (world.deleted.has(title)) continue;
    const published = posts.find((post) => post.title === title);
    if (!published) throw new BrokenPromise(`"${title}" is not published, though its author was told so`);
    const now = [wordsIn(published.content)];
    if (!wordsIn(content).every((word) => isReached(world.words, word, now)))
      throw new BrokenPromise(`"${title}" is published without words that its author was told are`);
  }
  for (const { title } of world.told) {
    if (world.withdrawn.has(title) || world.deleted.has(title)) continue;
    const again = drafts.find((draft) => draft.title === title && !hasNewWord(world, title, draft.content));
    if (again) throw new BrokenPromise(`"${title}" is published, and a draft on ${again.on} all the same`);
  }
  for (const { post, discardedAt } of editDrafts) {
    const { title, content } = post;
    if (discardedAt !== undefined || world.withdrawnEdits.has(title) || world.deleted.has(title)) continue;
    if (!hasNewWord(world, title, content))
      throw new BrokenPromise(`An edit of "${title}" is saved, and its draft is there all the same`);
  }
  await verifyReading(world);
}

/** Whether the draft has a word that is not published: then it is another text of this title. */
function hasNewWord(world: World, title: string, content: string): boolean {
  const versions = world.server.history().filter((version) => version.title === title);
  const published = versions.flatMap((version) => wordsIn(version.content));
  return wordsIn(content).some((word) => !published.includes(word));
}

/** The last version of each post that its author has deleted. */
function deletedPosts(world: World): StoredVersion[] {
  const ids = new Set(world.server.posts().map(({ id }) => id));
  const last = new Map(world.server.history().map((version) => [version.id, version]));
  return [...last.values()].filter(({ id, title }) => !ids.has(id) && world.deleted.has(title));
}

/** What waits goes by itself; its author looks after the rest. */
async function emptyOutbox(world: World, tab: OpenTab): Promise<void> {
  const { turns } = world;
  const outbox = () => world.whenDone(tab.page.outbox());
  for (let rounds = 0; rounds < 20; rounds += 1) {
    await turns.pass(20 * 60_000, 0);
    await turns.settle();
    const left = await outbox();
    if (left.length === 0) return;
    for (const [at, { work, state }] of left.entries()) {
      if (state.name === 'arrived') {
        world.withdrawn.add(work.post.title);
        await world.whenDone(tab.page.cancel(at));
      } else if (state.name === 'conflict') {
        const resolution = (['mine', 'theirs', 'both'] as const)[turns.pick(3)] ?? 'mine';
        await world.whenDone(tab.page.decide(0, resolution, false));
      } else if (state.name === 'refused') await world.whenDone(tab.page.retry(at));
    }
  }
  const left = (await outbox()).map(({ work, state }) => `"${work.post.title}" (${state.name})`);
  throw new BrokenPromise(`Waits for ever on ${tab.name}: ${left.join(', ')}`);
}

/** Online everybody sees what the server has; without a network they see it again. */
async function verifyReading(world: World): Promise<void> {
  const newest = world.server
    .posts()
    .map(({ title }) => title)
    .sort();
  for (const device of world.devices) {
    world.checks += 1;
    for (const [at] of device.tabs.entries()) device.kill(at);
    const tab = world.openTab(device, 0);
    await world.whenDone(tab.page.readList());
    await world.turns.settle();
    const online = await titlesOf(world, tab);
    if (online !== String(newest)) throw new BrokenPromise(`${device.name} sees ${online} and not ${newest}`);
    await verifyDetails(world, device, tab);
    world.turns.tell(`${device.name}: is without a network`);
    device.isOnline = false;
    device.killWorker();
    const later = world.openTab(device, 0);
    const offline = await titlesOf(world, later);
    if (offline !== online)
      throw new BrokenPromise(`${device.name} reads ${offline} without a network, and not ${online}`);
    await verifyDetails(world, device, later);
    device.isOnline = true;
  }
}

async function titlesOf(world: World, tab: OpenTab): Promise<string> {
  try {
    const posts = await world.whenDone(tab.page.readList());
    return String(posts.map(({ title }) => title).sort());
  } catch (error) {
    return `nothing (${error})`;
  }
}
