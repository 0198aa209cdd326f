import type { World } from './world.ts';

/** Publishes a post of four paragraphs, then logs its author in on each device and opens the list there. */
export async function shareAPost(world: World): Promise<void> {
  const { turns, devices, people } = world;
  const [author] = people;
  const [first] = devices;
  const tab = first?.tabs[0];
  if (!author || !tab) throw new Error('Nobody is there yet');
  tab.page.openForm();
  await turns.settle();
  await turns.pass(1_000, 5);
  await turns.settle();
  for (let count = 0; count < 4; count += 1) {
    const { word, nth, typed } = world.newWord();
    const title = tab.page.type(`${author.name} ${nth}`, typed);
    if (title === undefined) throw new Error(`${author.name} has no form`);
    world.type(tab, { word, title });
  }
  await world.whenDone(tab.page.press());
  for (const device of devices) {
    const reader = device.tabs[0] ?? world.openTab(device, 0);
    turns.tell(`${reader.name}: ${author.name} logs in, and reads`);
    await world.whenDone(reader.page.logIn(author));
    await world.whenDone(reader.page.openList());
  }
  await turns.settle();
}
