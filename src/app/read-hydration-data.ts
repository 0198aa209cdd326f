import { callUrl } from '../device/calls/host.ts';
import type { HydrationData } from './hooks/HydrationContext.ts';

/**
 * Reads the hydration data of a rendered page. The data lack a post's text: `useProse` reads it from the page's HTML,
 * so that it is sent only once.
 */
export function readHydrationData(): HydrationData {
  const text = document.getElementById('first-answers')?.textContent;
  if (!text) return {};
  const { posts, ...others } = JSON.parse(text) as HydrationData;
  const next = posts?.page.next;
  return {
    ...others,
    // If a worker controls the page, the page came from the worker's cache.
    areCached: navigator.serviceWorker?.controller != null,
    ...(posts && { posts: { ...posts, page: { ...posts.page, next: next && callUrl(next) } } }),
  };
}
