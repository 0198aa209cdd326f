import { type Author, registerAuthor } from '../../support/authors.ts';
import type { Site } from '../../support/site.ts';
import type { EngineProfile, EngineWindow } from './engine.ts';
import type { OpenProfile } from './engines.ts';
import { enter } from './screen.ts';

/** A site with a registered author, and a browser with an open window. */
export interface Opening<S extends Site> extends EngineWindow, AsyncDisposable {
  readonly site: S;
  readonly author: Author;
  readonly profile: EngineProfile;
}

/** Opens the site, and a browser that has never visited it. */
export async function openReader<S extends Site>(
  openProfile: OpenProfile,
  openSite: () => Promise<S>,
): Promise<Opening<S>> {
  await using undo = new AsyncDisposableStack();
  const site = undo.use(await openSite());
  const author = await registerAuthor(site);
  const profile = undo.use(await openProfile());
  const window = await profile.start();
  const opened = undo.move();
  return { site, author, profile, ...window, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Opens the site, and a browser that shows the list and in which the author is logged in. */
export async function openAuthor<S extends Site>(
  openProfile: OpenProfile,
  openSite: () => Promise<S>,
): Promise<Opening<S>> {
  await using undo = new AsyncDisposableStack();
  const opening = undo.use(await openReader(openProfile, openSite));
  await enter(opening.tab, opening.site, opening.author);
  undo.move();
  return opening;
}
