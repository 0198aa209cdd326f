import type { Handler } from 'hono';
import { pagePaths } from '../../contract/paths.ts';
import { registrationNow } from '../accounts/registration-rules.ts';
import { pageAnswers } from './answer-page.ts';
import { homePage } from './home-page.ts';
import { namedListHandlers } from './named-list-pages.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { canonicalPath, redirectPermanently } from './page-paths.ts';
import { textPageHandlers } from './text-pages.ts';

/**
 * The public pages as complete documents, for first visits, crawlers and readers without JavaScript. They are the same
 * for everybody; the browser fills in what differs for one reader.
 */
export function pageHandlers(clientDir: string, sources: PageDependencies) {
  const { store, registration } = sources;
  const answerPage = pageAnswers(clientDir, sources);

  const still: Handler = (c) => answerPage(c, { key: c.req.path, path: c.req.path });

  /** A page for an author alone: the server renders nothing of theirs, and one page serves all. */
  const forAuthor =
    (path: string): Handler =>
    (c) =>
      answerPage(c, { key: path, path, kind: 'private' });

  const register: Handler = async (c) => {
    const { register: path } = pagePaths;
    const state = await registrationNow(store.reads, registration);
    const shown = async () => (state === 'open' ? {} : { registration: state });
    return answerPage(c, { key: `${path} ${state}`, path, shown });
  };

  const missing: Handler = async (c) => {
    // As it was sent: Hono's own path is decoded, and may have characters that a header must not.
    const { pathname, search } = new URL(c.req.url);
    const meant = canonicalPath(pathname);
    if (meant && meant !== pathname) return redirectPermanently(c, meant + search);
    // One cached page serves all missing paths, as it does not depend on the path.
    return answerPage(c, { key: 'missing', path: pagePaths.profile, kind: 'missing' });
  };

  return {
    home: homePage(sources, answerPage),
    ...namedListHandlers(sources, answerPage, missing),
    ...textPageHandlers(store, answerPage),
    still,
    register,
    forAuthor,
    missing,
  };
}
