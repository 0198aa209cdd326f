import { expect } from 'vitest';
import { registerAuthor } from './support/authors.ts';
import { button, field, fill, isAt, main } from './support/screen.ts';
import { holdScripts } from './support/scripts.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite } from './support/site.ts';
import { openAuthorTabOn, openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const forms = [
  { path: '/login', chunk: 'sign-in', values: { Email: 'ada@example.com', Password: 'correct horse battery' } },
  {
    path: '/register',
    chunk: 'Register',
    values: { Name: 'Bo', Email: 'bo@example.com', Password: 'correct horse battery' },
  },
];

testFirst(forms)('the app keeps and submits text typed at $path before the app started', async (form) => {
  const { site, tab } = await openTabOn(openOwnSite);
  await registerAuthor(site);
  const release = await holdScripts(tab);
  await tab.page.goto(form.path, { waitUntil: 'commit' });
  await fill(tab.page, form.values);
  await field(tab.page, 'Email').focus();
  await release();
  await tab.page.waitForLoadState('networkidle');
  for (const [label, value] of Object.entries(form.values)) {
    expect(await field(tab.page, label).inputValue()).toBe(value);
  }
  expect(await field(tab.page, 'Email').evaluate((input) => input === document.activeElement)).toBe(true);
  await main(tab.page).getByRole('button', { name: 'Login' }).click();
  await isAt(tab.page, '/home');
  await button(tab.page, form.values.Name ?? 'Ada').waitFor();
  expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

testFirst(forms)("the app keeps text that was typed at $path before the screen's script loads", async (form) => {
  const { tab } = await openAuthorTabOn(openOwnSite);
  const release = await holdScripts(tab, form.chunk);
  await tab.page.goto(form.path, { waitUntil: 'commit' });
  await fill(tab.page, form.values);
  await tab.page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /auth/.test(name)));
  await release();
  await button(tab.page, 'Ada').waitFor();
  for (const [label, value] of Object.entries(form.values)) {
    expect(await field(tab.page, label).inputValue()).toBe(value);
  }
  expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

testFirst([
  { width: 412, height: 823 },
  { width: 1280, height: 800 },
])('hydrating the Create form causes no layout shift and no larger contentful paint', async (viewport) => {
  const { tab, page } = await openTabOn(openOwnSite, { viewport });
  await watchShifts(tab);
  await tab.context.addInitScript(() => {
    const paints: string[] = [];
    Reflect.set(window, 'largestPaints', paints);
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as LargestContentfulPaint[]) paints.push(element?.textContent ?? '');
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const largestPaints = () => page.evaluate((): string[] => Reflect.get(window, 'largestPaints'));
  const release = await holdScripts(tab);
  await page.goto('/create', { waitUntil: 'commit' });
  await expect.poll(largestPaints).not.toEqual([]);
  const before = await largestPaints();
  await release();
  await button(page, 'Create Blog').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await shiftsOf(tab)).toEqual([]);
  expect(await largestPaints()).toEqual(before);
});
