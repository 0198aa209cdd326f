import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { holdAnswer, internalError, json } from './support/faults.ts';
import { cards, heading, main, navigate, shows } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

// Left to `npm run test:all`: the gate has the same by the browser's history.
const exhaustive = { tags: ['exhaustive'] };

test.for(sites)(
  'a post shows title, author’s email, date and its text as written ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const content =
      'First paragraph.\n\nSecond,\nin two lines.\n<script>document.title = "owned"</script> & <b>bold</b>';
    const id = await publish(site, await registerAuthor(site), { title: 'As <i>written</i>', content });
    await using tab = await openTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto(`/blog/${id}`);
    await heading(page, 'As <i>written</i>').waitFor();

    const shown = await main(page).evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return String(getSelection());
    });
    expect(shown).toMatch(/By\s+ada@example\.com/);
    expect(shown).toContain(content);
    expect(await main(page).locator('script, b, i').count()).toBe(0);
    const { createdAt } = await (await fetch(`${site.api}/blog/posts/${id}`)).json();
    const date = new Date(createdAt).toLocaleDateString('en-US');
    await expect.poll(() => main(page).locator('time').textContent()).toBe(date);
    expect(await main(page).locator('img').count()).toBe(1);
  },
);

testFirst(sites)('a post is loading until it is there ($backend backend)', async ({ open }) => {
  await using site = await open();
  const id = await publish(site, await registerAuthor(site), { title: 'Slow' });
  const heal = site.misbehave(`GET /blog/posts/${id}`, holdAnswer);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/login');
  await navigate(tab.page, `/blog/${id}`);
  await shows(tab.page, 'Loading blog...');
  heal();
  await heading(tab.page, 'Slow').waitFor();
});

test('a card of a slow post leads to its loading text at once, and Back to the list', exhaustive, async () => {
  await using site = await openForeignSite();
  const id = await publish(site, await registerAuthor(site), { title: 'Slow' });
  site.misbehave(`GET /blog/posts/${id}`, holdAnswer);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/home');
  await cards(tab.page).getByRole('link', { name: 'Slow' }).click();
  await shows(tab.page, 'Loading blog...');
  await tab.page.goBack();
  await heading(tab.page, 'All Blogs').waitFor();
  await heading(tab.page, 'Slow').waitFor();
});

testFirst(sites)(
  'a failure stays on the loading text, and ends by itself when the backend is back ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const id = await publish(site, await registerAuthor(site), { title: 'Back again' });
    const heal = site.misbehave(`GET /blog/posts/${id}`, internalError);
    await using tab = await openTab(site, beforeWorker);
    await tab.goto('/login');
    await navigate(tab.page, `/blog/${id}`);
    await expect.poll(() => tab.console.some(({ type, text }) => type === 'error' && text.includes('500'))).toBe(true);
    await shows(tab.page, 'Loading blog...');
    heal();
    await heading(tab.page, 'Back again').waitFor();
  },
);

test('a post that is not there stays on the loading text', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/blog/ffffffffffffffffffffffff');
  await expect.poll(() => tab.console.some(({ text }) => text.includes('404'))).toBe(true);
  await shows(tab.page, 'Loading blog...');
});

test('Going from one post to another never shows the first under the new URL', async () => {
  await using site = await openForeignSite();
  const ada = await registerAuthor(site);
  const one = await publish(site, ada, { title: 'One' });
  const two = await publish(site, ada, { title: 'Two' });
  site.misbehave(`GET /blog/posts/${two}`, holdAnswer);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto(`/blog/${one}`);
  await heading(tab.page, 'One').waitFor();
  await navigate(tab.page, `/blog/${two}`);
  await expect.poll(() => main(tab.page).textContent()).not.toContain('One');
});

test('a broken image on a post becomes the placeholder', async () => {
  await using site = await openForeignSite();
  site.misbehave('GET /blog/posts/a1', json({ _id: 'a1', title: 'Broken', imgUrl: '/no/such.png' }));
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/blog/a1');
  await heading(tab.page, 'Broken').waitFor();
  const image = main(tab.page).locator('img');
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0 && img.currentSrc))
    .toContain('placeholder');
});
