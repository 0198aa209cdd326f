import { BrokenPromise } from './broken-promise.ts';
import type { OpenTab } from './device.ts';
import { readWhole, verifyNewest, verifyWithoutNetwork } from './promises-of-reading.ts';
import { has } from './words.ts';
import type { World } from './world.ts';

/** What holds at every moment, whatever fails. */
export function verifySafety(world: World): void {
  world.checks += 1;
  if (world.turns.isIdle) for (const device of world.devices) world.shownOn(device).settle();
  const [broken] = world.broken;
  if (broken !== undefined) throw new BrokenPromise(broken);
  const posts = world.server.posts();
  for (const { tabs } of world.devices) {
    for (const tab of tabs) {
      const named = tab?.page.shownName();
      if (tab && named !== undefined && named !== world.nameOf(tab))
        throw new BrokenPromise(`${tab.name} names ${named}, and ${world.nameOf(tab) || 'nobody'} is logged in`);
    }
  }
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
    device.losesNextAnswer = false;
    device.clock.ahead = 0;
    device.storageFaults.end();
  }
  await turns.settle();
  await turns.pass(180_000, 8);
  await turns.settle();
  await verifyAsLeft(world);

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
    const published = posts.find((post) => post.title === title);
    if (!isDropped && !published) throw new BrokenPromise(`"${title}" is not published, though its author was told so`);
    if (!isDropped && !content.split(' ').every((word) => published?.content.split(' ').includes(word)))
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
  const published =
    world.server
      .posts()
      .find((post) => post.title === title)
      ?.content.split(' ') ?? [];
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
        world.withdrawn.add(work.post.title);
        await world.whenDone(tab.page.cancel(at));
      } else if (state.name === 'refused') await world.whenDone(tab.page.retry(at));
    }
  }
  const left = (await outbox()).map(({ work, state }) => `"${work.post.title}" (${state.name})`);
  throw new BrokenPromise(`Waits for ever on ${tab.name}: ${left.join(', ')}`);
}

/** Online everybody sees what the server has; without a network they see it again. */
async function verifyReading(world: World): Promise<void> {
  for (const device of world.devices) {
    for (const [at] of device.tabs.entries()) device.kill(at);
    // Answered by the network where the device has nothing: what is read then is cached.
    await verifyNewest(world, device);
    const online = await verifyNewest(world, device);
    world.turns.tell(`${device.name}: is without a network`);
    device.isOnline = false;
    device.killWorker();
    const tab = world.openTab(device, 0);
    const offline = String((await readWhole(world, tab)).sort());
    if (offline !== online)
      throw new BrokenPromise(`${device.name} reads ${offline} without a network, and not ${online}`);
    device.isOnline = true;
  }
}

/**
 * Before anybody logs in or out, which changes what is cached: what each device has shown can be read there without a
 * network, and whoever opens the list sees the newest.
 */
async function verifyAsLeft(world: World): Promise<void> {
  for (const device of world.devices) {
    for (const tab of device.tabs) tab?.document.dispatchEvent(new Event('visibilitychange'));
    await world.turns.settle();
    world.shownOn(device).settleAll();
    if (world.shownOn(device).readable().size === 0) continue;
    await verifyWithoutNetwork(world, device);
    await verifyNewest(world, device);
  }
}
