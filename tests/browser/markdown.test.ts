import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { button, field, heading, main, navigate } from './support/screen.ts';
import { openOwnSite, sites } from './support/site.ts';
import { beforeWorker, openAuthorTabOn, openTab, openTabOn, troubles } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { isControlled } from './support/worker-ready.ts';

// Only `npm run test:all` runs these tests, because unit tests cover most of this behaviour.
const exhaustive = { tags: ['exhaustive'] };

const content = [
  '# A heading',
  'Some *words*.',
  '```js\nconst answer = 42; // why not\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  `\`\`\`\n${'a long line '.repeat(40)}\n\`\`\``,
].join('\n\n');

const scriptsOf = (names: string[]) =>
  names.filter((name) => /markdown|format-on-device|highlight|parse-thread/.test(name));

test('a first visit loads no Markdown parser, and code styles only for posts with code', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const visit = async (words: string) => {
    const id = await publish(site, ada, { title: 'A post', content: words });
    await using tab = await openTab(site, { serviceWorkers: 'block' });
    const { page } = tab;
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
    await tab.goto(`/blog/${id}`);
    await button(page, 'Copy link').waitFor();
    await page.waitForLoadState('networkidle');
    expect(scriptsOf(loaded)).toEqual([]);
    expect(troubles(tab).filter(({ text }) => !/service worker/i.test(text))).toEqual([]);
    const keywords = await main(page).locator('.code-keyword').allTextContents();
    return { loaded, keywords, html: await page.content() };
  };
  expect((await visit(content)).keywords).toEqual(['const']);
  const { loaded, html } = await visit('Some *words* and `code`.');
  expect(loaded.filter((path) => path.includes('code-'))).toEqual([]);
  expect(html).not.toContain('.code-keyword');
});

testFirst(sites)('opening a post colours its code without a layout shift ($backend backend)', async ({ open }) => {
  const { site, tab } = await openTabOn(open, beforeWorker);
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, { title: 'Code', content });
  await tab.goto('/login');
  await tab.page.evaluate(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        Object.assign(window, { moved: Number(Reflect.get(window, 'moved')) + Number(Reflect.get(shift, 'value')) });
    }).observe({ type: 'layout-shift' });
  });
  await navigate(tab.page, `/blog/${id}`);
  await heading(tab.page, 'A heading').waitFor();
  await main(tab.page).locator('.code-keyword').waitFor();
  expect(await tab.page.evaluate(() => Reflect.get(window, 'moved'))).toBe(0);
  expect(troubles(tab)).toEqual([]);
});

test("a heading's URL scrolls to the heading, whether server or app renders the page", exhaustive, async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  const far = `${'Words.\n\n'.repeat(80)}## Über *uns*\n\n${'Words.\n\n'.repeat(80)}`;
  const id = await publish(site, ada, { title: 'Long', content: far });
  const isThere = () =>
    expect
      .poll(() =>
        heading(page, 'Über uns')
          .boundingBox()
          .then((box) => Math.round(box?.y ?? -1)),
      )
      .toBe(96);
  await tab.goto(`/blog/${id}#s-über-uns`);
  await isThere();
  await tab.goto('/login');
  await isControlled(page);
  await tab.goto(`/blog/${id}#s-über-uns`);
  await isThere();
  await page.evaluate(() => scrollTo(0, 0));
  await heading(page, 'Über uns').hover();
  await page.getByRole('link', { name: 'Link to “Über uns”' }).click();
  await isThere();
});

test('long lines of code scroll in their block, and wrap if the reader presses Wrap', exhaustive, async () => {
  const { site, tab } = await openTabOn(openOwnSite, { ...beforeWorker, viewport: { width: 320, height: 640 } });
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, { title: 'Code', content });
  await tab.goto(`/blog/${id}`);
  await button(tab.page, 'Copy link').waitFor();
  const hidden = () =>
    tab.page.evaluate(() =>
      [...document.querySelectorAll('pre')].map((block) => block.scrollWidth > block.clientWidth),
    );
  expect((await hidden()).at(-1)).toBe(true);
  expect(await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await button(tab.page, 'Wrap').first().click();
  await expect.poll(hidden).toEqual([false, false]);
  expect(await button(tab.page, 'Wrap').first().getAttribute('aria-pressed')).toBe('true');
});

test('Tab indents code, or moves the focus after Escape; Undo works after a preview', async () => {
  const { tab } = await openAuthorTabOn(openOwnSite, beforeWorker);
  await tab.goto('/create');
  await field(tab.page, 'Blog Heading').fill('A title');
  await field(tab.page, 'Blog Content').click();
  await tab.page.keyboard.type('```js');
  await tab.page.keyboard.press('Enter');
  await tab.page.keyboard.press('Tab');
  await tab.page.keyboard.type('let a');
  await tab.page.keyboard.press('Enter');
  await tab.page.keyboard.type('b');
  expect(await field(tab.page, 'Blog Content').inputValue()).toBe('```js\n  let a\n  b');
  await tab.page.keyboard.press('Escape');
  await tab.page.keyboard.press('Tab');
  expect(await field(tab.page, 'Blog Content').inputValue()).toBe('```js\n  let a\n  b');
  expect(await tab.page.evaluate(() => document.activeElement?.localName)).toBe('button');
  await button(tab.page, 'Preview').click();
  await heading(tab.page, 'A title').waitFor();
  await main(tab.page).locator('.code-keyword').waitFor();
  await button(tab.page, 'Write').click();
  await field(tab.page, 'Blog Content').focus();
  await tab.page.keyboard.press('Control+z');
  await expect.poll(() => field(tab.page, 'Blog Content').inputValue()).not.toBe('```js\n  let a\n  b');
});

test('an author can paste and indent a long file of code, and undo the paste', exhaustive, async () => {
  const { tab } = await openAuthorTabOn(openOwnSite, {
    ...beforeWorker,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await tab.goto('/create');
  const content = field(tab.page, 'Blog Content');
  const code = 'if (isLate) {\n  wait();\n}\n'.repeat(1_000);
  await tab.page.evaluate((text) => navigator.clipboard.writeText(text), code);
  // Records the most lines that one command inserts. For each inserted line, Chromium takes as long as for the whole
  // text, so thousands of lines in one command would freeze it for seconds.
  await tab.page.evaluate(() => {
    const { execCommand } = document;
    Object.assign(window, { mostLines: 0 });
    document.execCommand = (command, ui, text = '') => {
      Object.assign(window, { mostLines: Math.max(Reflect.get(window, 'mostLines'), text.split('\n').length) });
      return execCommand.call(document, command, ui, text);
    };
  });
  const paste = async () => {
    await tab.page.keyboard.press('Control+v');
    await expect.poll(() => content.inputValue()).toContain(code);
  };
  await content.fill('```\n');
  await content.focus();
  await paste();
  await content.fill('Before.\n\n');
  await content.focus();
  await paste();
  await expect.poll(() => content.inputValue()).toBe(`Before.\n\n\`\`\`\n${code}\`\`\`\n`);
  await tab.page.keyboard.type('After.');
  expect(await content.inputValue()).toMatch(/```\nAfter\.$/);
  await expect
    .poll(async () => {
      await tab.page.keyboard.press('Control+z');
      return content.inputValue();
    })
    .toBe('Before.\n\n');

  await paste();
  const fenced = `Before.\n\n\`\`\`\n${code}\`\`\`\n`;
  await expect.poll(() => content.inputValue()).toBe(fenced);
  await content.selectText();
  await tab.page.keyboard.press('Tab');
  await expect.poll(() => content.inputValue()).toBe(fenced.replaceAll(/^(?=.)/gm, '  '));
  const mostLines = await tab.page.evaluate(() => Reflect.get(window, 'mostLines'));
  expect(mostLines).toBeGreaterThan(0);
  expect(mostLines).toBeLessThan(200);
});
