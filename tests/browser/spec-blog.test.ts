import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { heading, main } from './support/screen.ts';
import { sites } from './support/site.ts';
import { beforeWorker, openTab } from './support/tab.ts';

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
