import { expect, test } from 'vitest';
import { logIn, nothingPending, openForm, pressAccepted } from './support/authoring.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { openPictureHost } from './support/picture-host.ts';
import { cards, heading, shows, titles } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { openTab, openTabOn, type Tab, troubles } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

/** Returns a function that lists what the policy blocked in page and worker, from events and the console. */
async function watchViolations({ context, console: lines }: Tab) {
  const violations: string[] = [];
  await context.exposeFunction('violated', (violation: string) => violations.push(violation));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      Reflect.get(window, 'violated')(`${effectiveDirective}: ${blockedURI} ${sample}`);
    });
  });
  context.on('console', (message) => lines.push({ type: message.type(), text: message.text() }));
  return () => [
    ...violations,
    ...lines
      .map(({ text }) => text)
      .filter((text) => /content security policy|trusted ?(type|script|html)/i.test(text)),
  ];
}

testFirst(sites)('online and offline screens obey the content security policy, $backend backend', async ({ open }) => {
  await using pictures = await openPictureHost();
  const { site, tab, page } = await openTabOn(open);
  const ada = await registerAuthor(site);
  const imgUrl = `http://127.0.0.1:${pictures.port}/picture.svg`;
  const id = await publish(site, ada, { title: 'With a picture', imgUrl, content: 'Words.' });
  await publish(site, ada, { title: 'With its picture', imgUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' });
  const violations = await watchViolations(tab);
  const screens = ['/', '/home', '/register', '/login', '/create', '/myBlogs', '/profile', `/blog/${id}`];

  await logIn(page, site, ada);
  await waitUntilCached(page, site);
  await openForm(page, site);
  await pressAccepted(page, 'Published under the policy');
  await nothingPending(page);
  for (const path of screens) {
    await tab.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await tab.goto('/home');
  await expect.poll(async () => (await titles(page)).length).toBe(3);
  const pictured = cards(page).filter({ hasText: 'With a picture' }).locator('img');
  await expect.poll(() => pictured.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  expect(violations()).toEqual([]);
  expect(troubles(tab).filter(({ type }) => type === 'uncaught')).toEqual([]);

  await site.stop();
  await pictures.stop();
  await tab.goto(`/blog/${id}`);
  await shows(page, 'Words.');
  await tab.goto('/login');
  await heading(page, 'Welcome back').waitFor();
  expect(violations()).toEqual([]);
});

testFirst(sites)('first visits obey the policy, which blocks injected scripts, $backend backend', async ({ open }) => {
  await using site = await open();
  const show = async (path: string) => {
    await using tab = await openTab(site);
    const violations = await watchViolations(tab);
    await tab.page.goto(path, { waitUntil: 'networkidle' });
    const styled = await tab.page.evaluate(() => getComputedStyle(document.body).margin);
    expect([path, violations(), styled]).toEqual([path, [], '0px']);
  };
  // The screens load in parallel, because each waits until its network is idle. The browser logs a violation as an
  // error, and first-visit.test.ts and calm.test.ts check that the other screens log none.
  await Promise.all(['/create', '/myBlogs', '/profile'].map(show));

  await using tab = await openTab(site);
  const violations = await watchViolations(tab);
  await tab.goto('/home');
  const ran = await tab.page.evaluate(() => {
    const script = document.createElement('script');
    script.append('window.taken = true');
    document.body.append(script);
    const attempts = ['innerHTML', 'outerHTML'].map((sink) => {
      try {
        Reflect.set(document.body.appendChild(document.createElement('div')), sink, '<img src="" onerror="taken = 1">');
        return 'written';
      } catch (error) {
        return String(error).slice(0, 9);
      }
    });
    return [Reflect.has(window, 'taken'), ...attempts];
  });
  expect(ran).toEqual([false, 'TypeError', 'TypeError']);
  await expect.poll(() => violations().length).toBeGreaterThan(0);
});

test('the policy of a page on a static host allows calls only to its backend', async () => {
  await using elsewhere = await openLoopback(await freePort(), (_request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('[]');
  });
  const { site, tab } = await openTabOn(openForeignSite);
  await tab.goto('/home');
  const call = (url: string) =>
    tab.page.evaluate(
      (address) =>
        fetch(address).then(
          ({ ok }) => `answered: ${ok}`,
          () => 'kept back',
        ),
      url,
    );
  expect(await call(`${site.api}/blog/posts`)).toBe('answered: true');
  expect(await call(`http://127.0.0.1:${elsewhere.port}/`)).toBe('kept back');
});
