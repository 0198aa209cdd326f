import type { NewPost } from '../../src/contract/posts.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { OpenTab } from './device.ts';
import { has } from './words.ts';
import type { World } from './world.ts';

/** What holds at every moment, whatever fails. */
export function verifySafety(world: World): void {
  world.checks += 1;
  const posts = world.server.posts();
  const counts = new Map<string, number>();
  for (const { title, author } of posts) {
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    if (count > 1 + (world.wantedTwice.get(title)?.size ?? 0) + world.server.excusedRepeats(title))
      throw new BrokenPromise(`Published twice: "${title}"`);
    if (!title.startsWith(`${author} `))
      throw new BrokenPromise(`"${title}" was published under the name of ${author}`);
  }
  const [breach] = world.server.kind === 'foreign' ? world.server.breaches : [];
  if (breach !== undefined) throw new BrokenPromise(`Not in the contract: ${breach}`);
}

/** What comes true once nothing fails any more: everything is sent, no word is lost, everybody sees the newest. */
export async function verifyWhenFaultsEnd(world: World): Promise<void> {
  const { turns, network, server, devices, people } = world;
  turns.tell('everything works again');
  network.recover();
  await server.recover();
  for (const device of devices) {
    device.isOnline = true;
    if (device.clock.ahead !== 0) network.clockJumps();
    device.clock.ahead = 0;
    device.storageFaults.end();
  }
  await turns.settle();
  await turns.pass(180_000, 8);
  await turns.settle();

  // Each author comes back to each device in turn, and stays until nothing of theirs waits there.
  const drafts = new Map<string, string>();
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
          for (const { post } of left) drafts.set(`${open.name} ${post.title}`, post.content);
        }
      }
    }
  }
  verifySafety(world);
  const posts = server.posts();

  const inForms = devices.flatMap(({ tabs }) => tabs.flatMap((tab) => tab?.page.text()?.content ?? []));
  const here = [...posts.map(({ content }) => content), ...drafts.values(), ...inForms];
  for (const word of world.words) {
    world.checks += 1;
    if (word.isDropped || !word.isSafe) continue;
    if (!here.some((content) => has(content, word)))
      throw new BrokenPromise(`Lost: ${word.word} of "${word.title}", which was saved`);
  }
  for (const { title, content } of world.told) {
    world.checks += 1;
    const isDropped = world.words.some((word) => word.title === title && word.isDropped);
    const published = posts.filter((post) => post.title === title).map((post) => post.content.split(' '));
    if (!isDropped && published.length === 0)
      throw new BrokenPromise(`"${title}" is not published, though its author was told so`);
    if (!isDropped && !published.some((words) => content.split(' ').every((word) => words.includes(word))))
      throw new BrokenPromise(`"${title}" is published without words that its author was told are`);
  }
  for (const { title } of world.told) {
    if (world.withdrawn.has(title) || world.words.some((word) => word.title === title && word.isDropped)) continue;
    const again = [...drafts].find(([at, content]) => at.endsWith(` ${title}`) && !hasNewWord(world, title, content));
    if (again) throw new BrokenPromise(`"${title}" is published, and a draft on ${again[0]} all the same`);
  }
  await verifyReading(world);
}

/** Whether the draft has a word that is not published: then it is another text of this title. */
function hasNewWord(world: World, title: string, content: string): boolean {
  const published = world.server
    .posts()
    .filter((post) => post.title === title)
    .flatMap((post) => post.content.split(' '));
  return content.split(' ').some((word) => !published.includes(word));
}

/** What waits goes by itself; its author looks after the rest. */
async function emptyOutbox(world: World, tab: OpenTab): Promise<void> {
  const { turns } = world;
  const outbox = () => world.whenDone(tab.page.outbox());
  for (let rounds = 0; rounds < 8; rounds += 1) {
    await turns.pass(20 * 60_000, 0);
    await turns.settle();
    const left = await outbox();
    if (left.length === 0) return;
    for (const [at, { work, state }] of left.entries()) {
      if (state.name === 'arrived') {
        verifyNotAskedInVain(world, work.post);
        world.withdrawn.add(work.post.title);
        await world.whenDone(tab.page.cancel(at));
      } else if (state.name === 'refused') await world.whenDone(tab.page.retry(at));
    }
  }
  const left = (await outbox()).map(({ work, state }) => `"${work.post.title}" (${state.name})`);
  throw new BrokenPromise(`Waits for ever on ${tab.name}: ${left.join(', ')}`);
}

/**
 * An author is asked whether a text is to be published too where an earlier version of it may have arrived, or a post
 * that the app does not know. A backend that shows what it has, and has no other text of theirs, leaves nothing to ask.
 */
function verifyNotAskedInVain({ server, pressed, people }: World, { title, content }: NewPost): void {
  if (server.kind !== 'foreign' || !server.isPlain) return;
  const author = people.find(({ name }) => title.startsWith(`${name} `))?.email;
  const own = server.everStored.filter((post) => post.author === author);
  const versions = [...own, ...pressed.filter((post) => post.title === title)];
  if (versions.every((post) => post.title === title && post.content === content))
    throw new BrokenPromise(`Asked in vain whether "${title}" is to be published too`);
}

/** Online everybody sees what the server has; without a network they see it again. */
async function verifyReading(world: World): Promise<void> {
  const newest = world.server
    .posts()
    .map(({ listed }) => listed)
    .sort();
  for (const device of world.devices) {
    world.checks += 1;
    for (const [at] of device.tabs.entries()) device.kill(at);
    const tab = world.openTab(device, 0);
    await world.whenDone(tab.page.readList());
    await world.turns.settle();
    const online = await titlesOf(world, tab);
    if (online !== String(newest)) throw new BrokenPromise(`${device.name} sees ${online} and not ${newest}`);
    world.turns.tell(`${device.name}: is without a network`);
    device.isOnline = false;
    device.killWorker();
    const later = world.openTab(device, 0);
    const offline = await titlesOf(world, later);
    if (offline !== online)
      throw new BrokenPromise(`${device.name} reads ${offline} without a network, and not ${online}`);
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
