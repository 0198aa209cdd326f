// @module-tag flaky: 23 November 2026: WebKit leaves one worker in five installing when the pages that began it go
// Four workers in five hung while the first worker waited for a lock. Why one in five still hangs is unknown.
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
