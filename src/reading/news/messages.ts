import type { SiteSettings } from '../../contract/site.ts';
import type { Connection } from '../../device/calls/connection.ts';
import type { OfflineIds } from '../store/on-this-device.ts';

/** Messages from the worker to the open pages. Pages of an earlier build know these names, so they are not renamed. */
export type FromWorker =
  /** This URL has a newer answer. `isKept`: whether the answer is cached; if not, only the network has it. */
  | { type: 'changed'; url: string; isKept: boolean }
  /** Posts were added to the caches, or removed from them. */
  | { type: 'moved' }
  /** The ids of the posts that can be read offline; `undefined` if the caches cannot be read. */
  | { type: 'posts'; ids: OfflineIds | undefined }
  | { type: 'connection'; connection: Connection }
  /** The operator has changed the site's settings since the page was served. */
  | { type: 'site'; settings: SiteSettings }
  /**
   * Requests the path of the page's entry script, which names its build. The page replies through the message's port.
   */
  | { type: 'which build' };

/** Messages from a page to the worker. Pages of an earlier build send these names, so they are not renamed. */
export type ToWorker =
  /** The worker fetches and stores these images, lists and posts. Most were shown before it controlled the page. */
  | { type: 'keep'; images: string[]; calls: string[] }
  /** The worker tells the pages which posts can be read offline. Reading up to 10,000 of them would block a page. */
  | { type: 'which posts' }
  /** The worker fetches and stores the images of a pinned post. Unlike a page, the worker may fetch from any host. */
  | { type: 'pin'; images: string[] }
  /**
   * A page has opened. The worker takes control of it, even after a forced reload, and deletes files of other builds if
   * no page of those builds is open any more.
   */
  | { type: 'opened' }
  /** The waiting worker is to take over. Waiting workers of every version know the message by this name. */
  | { type: 'SKIP_WAITING' };
