import { callUrl } from '../data/host.ts';
import type { FirstAnswers } from './parts/FirstAnswers.ts';

/**
 * What a rendered page brought along. A post's content stands in the page already and is taken from there, so that it
 * comes over the network once.
 */
export function readFirstAnswers(): FirstAnswers {
  const text = document.getElementById('first-answers')?.textContent;
  if (!text) return {};
  const { posts, post } = JSON.parse(text) as FirstAnswers;
  const next = posts?.page.next;
  return {
    // Where the worker is in control, the page came from it.
    areKept: navigator.serviceWorker?.controller != null,
    ...(posts && { posts: { ...posts, page: { ...posts.page, next: next && callUrl(next) } } }),
    ...(post && { post: { ...post, content: document.querySelector('.prose')?.textContent ?? '' } }),
  };
}
