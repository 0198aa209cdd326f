import { bearer, callTo } from '../blog.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Person } from '../page/page.ts';
import type { World } from '../world.ts';
import { ends, happening, inTab, openedTab, type Where, waitFor } from './happening.ts';

/** In milliseconds, below the app's own timeout for removing private data at logout. */
const slowMs = 1_000;

/** Happenings that end a login, or verify that My Blogs shows no other user's posts. */
export const accounts = [
  happening('sees a person end all their logins on another device', 4, (world, { nth }) => {
    const { server, people } = world;
    const person = people[nth % people.length] as Person;
    if (server.kind !== 'own') return;
    world.begin(`elsewhere: ${person.name} ends every login`, async () => {
      const { email, password } = person;
      const { status, body } = await server.handle(callTo('POST', '/auth/login', { body: { email, password } }));
      if (status >= 400) return;
      const { token } = JSON.parse(new TextDecoder().decode(body));
      await server.handle(callTo('DELETE', '/auth/sessions', { headers: bearer(token) }));
    });
  }),
  inTab('opens My Blogs', 5, async (tab, world) => {
    const id = tab.page.author();
    const name = world.nameOf(tab);
    if (id === null || name === '') return;
    const posts = await tab.page.readOwnList(id);
    const authors = new Map(world.server.history().map((version) => [version.id, version.author]));
    world.check('My Blogs lists only posts of the user who is logged in');
    for (const { _id, title } of posts)
      if (![name, undefined].includes(authors.get(_id))) world.faults.push(`${tab.name} lists "${title}" as ${name}'s`);
  }),
  happening('logs out, and My Blogs is opened without a network', 5, logOutInTunnel),
];

/** Logs out, and verifies that the device does not show the author's own list without a network. */
async function logOutInTunnel(world: World, where: Where): Promise<void> {
  const { device } = where;
  const { turns } = world;
  const tab = openedTab(world, where);
  const id = tab.page.author();
  if (id === null) return;
  const { losses } = device.storageFaults;
  const { now } = turns;
  await ends(world, `${tab.name}: opens My Blogs`, () => tab.page.readOwnList(id));
  const isOut = await ends(world, `${tab.name}: logs out`, () => tab.page.logOut());
  const isQuick = isOut && turns.now - now < slowMs;
  if (!isQuick || tab.page.author() !== null || device.storageFaults.losses !== losses || device.storageFaults.hangs)
    return;
  if (!device.isOnline) return;
  device.loseNetwork();
  let posts: unknown[] | undefined;
  await waitFor(world, `${tab.name}: looks at the list of who has logged out`, async () => {
    posts = await tab.page.readOwnList(id);
  });
  world.check('a logout removes the cached list of the author’s own posts');
  if (posts !== undefined) throw new BrokenPromise(`${tab.name} lists the posts of who has logged out`);
  device.regainNetwork();
}
