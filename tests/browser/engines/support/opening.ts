import { onTestFinished } from 'vitest';
import { scaled } from '../../../test-run.ts';
import { type Author, registerAuthor } from '../../support/authors.ts';
import type { Site } from '../../support/site.ts';
import type { EngineProfile, EngineWindow } from './engine.ts';
import type { OpenProfile } from './engines.ts';
import { enter } from './screen.ts';

/** A site with a registered author, and a browser with an open window. Both close when the test ends. */
export interface Opening<S extends Site> extends EngineWindow {
  readonly site: S;
  readonly author: Author;
  readonly profile: EngineProfile;
}

/** Opens the site, and a browser that has never visited it. */
export async function openReader<S extends Site>(
  openProfile: OpenProfile,
  openSite: () => Promise<S>,
): Promise<Opening<S>> {
  const undo = new AsyncDisposableStack();
  onTestFinished(() => undo.disposeAsync(), scaled(60_000));
  const site = undo.use(await openSite());
  const author = await registerAuthor(site);
  const profile = undo.use(await openProfile());
  return { site, author, profile, ...(await profile.start()) };
}

/** Opens the site, and a browser that shows the list and in which the author is logged in. */
export async function openAuthor<S extends Site>(
  openProfile: OpenProfile,
  openSite: () => Promise<S>,
): Promise<Opening<S>> {
  const opening = await openReader(openProfile, openSite);
  await enter(opening.tab, opening.site, opening.author);
  return opening;
}
