/**
 * Where the body of a cached list page comes from. `pieces`: assembled on this device from pages whose URLs the backend
 * no longer uses. `gap`: an empty page that leads over pages that were evicted.
 */
export type BodySource = 'backend' | 'pieces' | 'gap';

/** The metadata of a cached response. */
export interface CachedMetadata {
  url: string;
  link: string | null;
  /** From `takeCallNumber`: a later call has a higher one, whatever the clock says. */
  callNumber: number;
  /** When the answer came, in milliseconds since the epoch by this device's clock. For display only: the device's clock may be wrong. */
  answeredAt?: number;
  /** It may show an older state: a confirmed write came after it, or it was assembled on this device. */
  isStale: boolean;
  /** Of a list's page: fetched before the app has shown it. */
  isAhead?: boolean;
  source?: BodySource;
  /** Of a page assembled on this device: the numbers of the earliest and the latest call that its entries are from. */
  calls?: number[] | undefined;
  /** Of a pinned post: the call number taken when the reader pinned it. */
  pinned?: number;
  /** Of a pinned post: the addresses of the pictures that were pinned with it. */
  images?: string[];
}

export interface CachedResponse extends CachedMetadata {
  body: string;
  /** Of a list's entry: URL of its page. */
  page?: string;
}

export interface LazyCachedResponse extends CachedMetadata {
  read: () => Promise<CachedResponse>;
}
