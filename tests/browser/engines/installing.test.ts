// @module-tag flaky: 23 November 2026: WebKit leaves one worker in five installing when the pages that began it go
// It was four workers in five while the first worker waited for a lock. Why the others hang is unknown.
import { openOwnSite } from '../support/site.ts';
import { inOtherEngines } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { isControlled, logIn, openForm, pressAccepted, visit } from './support/screen.ts';

inOtherEngines('a worker is installed although the pages that registered it were left', async (openProfile) => {
  await using opening = await openReader(openProfile, openOwnSite);
  const { site, author, tab } = opening;
  await logIn(tab, site, author);
  await openForm(tab, site);
  await pressAccepted(tab, 'Before');
  await visit(tab, `${site.origin}/myBlogs`);
  await isControlled(tab);
});
