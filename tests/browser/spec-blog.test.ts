import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { heading, main } from './support/screen.ts';
import { sites } from './support/site.ts';
import { beforeWorker, openTab } from './support/tab.ts';

test.for(sites)("shows a post's image, title, author's email, date and text ($backend backend)", async ({ open }) => {
  await using site = await open();
  const content = 'First paragraph.\n\nSecond,\nin two lines.\n<script>document.title = "owned"</script> & <b>bold</b>';
  const author = await registerAuthor(site);
  const imgUrl = `${site.origin}/icons/icon-512.png`;
  const id = await publish(site, author, { title: 'As <i>written</i>', imgUrl, content });
  // The placeholder is for cards (specification, section 3).
  const withoutImage = await publish(site, author, { title: 'Words alone' });
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
  const images = main(page).locator('img');
  expect(await images.evaluateAll((all) => all.map((image) => image.getAttribute('src')))).toEqual([imgUrl]);
  await tab.goto(`/blog/${withoutImage}`);
  await heading(page, 'Words alone').waitFor();
  expect(await images.count()).toBe(0);
});
