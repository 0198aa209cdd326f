import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pagePaths } from '../../src/contract/paths.ts';
import { button, heading, main, openDisplayPreferences } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { beforeWorker, openAuthorTab, openTab, type Tab } from './support/tab.ts';

/** Adds a field with an issue. Once Chromium has reported this issue, it has also checked all forms before it. */
function addReported() {
  const field = document.createElement('input');
  Object.assign(field, { name: 'reported', autocomplete: 'nickname' });
  document.body.append(Object.assign(document.createElement('form'), { className: 'reported' }));
  document.querySelector('.reported')?.append(field);
}

/** Collects what Chromium reports about forms: issues of the developer tools, and console warnings about passwords. */
async function watchForms({ context, page }: Tab) {
  const session = await context.newCDPSession(page);
  const issues: string[] = [];
  session.on('Audits.issueAdded', async ({ issue: { details } }) => {
    const { errorType, violatingNodeId } = details.genericIssueDetails ?? {};
    if (!errorType) return;
    const { node } = await session.send('DOM.describeNode', { backendNodeId: violatingNodeId ?? 0 });
    issues.push(`${errorType} ${node.attributes?.join(' ')}`);
  });
  page.on('console', (message) => {
    if (message.text().startsWith('[DOM]')) issues.push(message.text());
  });
  await session.send('Audits.enable');
  /** Returns the issues with the page's forms, and how many forms have no submit button. */
  return async () => {
    const without = await page.locator('form:not(:has([type="submit"]))').count();
    await page.evaluate(addReported);
    await expect.poll(() => issues.some((issue) => issue.includes('reported'))).toBe(true);
    return { issues: issues.splice(0).filter((issue) => !issue.includes('reported')), without };
  };
}

const started = (page: Page) => page.locator('#root[data-started]').waitFor();

test('Chromium reports no issue with any form, and each form has a submit button', async () => {
  await using site = await openOwnSite();
  const good = { issues: [], without: 0 };
  await using reader = await openTab(site, beforeWorker);
  const judge = await watchForms(reader);
  const { home, login, register, recover, account, create } = pagePaths;
  for (const path of [home, login, register, recover, `${recover}?by=link#secret`]) {
    await reader.goto(path);
    await started(reader.page);
    expect([path, await judge()]).toEqual([path, good]);
  }
  await reader.goto(home);
  await started(reader.page);
  await openDisplayPreferences(reader.page);
  expect(await judge()).toEqual(good);
  await using author = await openAuthorTab(site, beforeWorker);
  const { page } = author;
  const judgeOwn = await watchForms(author);
  await author.goto(create);
  await started(page);
  expect(await judgeOwn()).toEqual(good);
  await author.goto(account);
  await heading(page, 'Delete account').waitFor();
  for (const name of ['Add a passkey', 'Make recovery codes', 'Delete account']) await button(page, name).click();
  await expect.poll(() => main(page).locator('form').count()).toBe(5);
  expect(await judgeOwn()).toEqual(good);
});
