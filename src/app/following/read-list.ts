import { isHTTPError } from 'ky';
import type { ListPage } from '../../reading/follows/look-for-new.ts';
import { type Freshness, getPosts } from '../../reading/shown/blog-calls.ts';

/** Reads a page of a list through the worker, which caches it like any other page. */
export async function readList(url: string, freshness: Freshness = 'fresh'): Promise<ListPage> {
  try {
    return await getPosts(url, freshness);
  } catch (error) {
    if (isHTTPError(error) && [404, 410].includes(error.response.status)) return 'gone';
    throw error;
  }
}
