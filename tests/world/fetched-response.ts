/** What `fetch` says of an answer, and a page cannot say of one that it makes. */
export interface FetchedMarks {
  /** Without a fragment. */
  url: string;
  type: ResponseType;
  redirected?: boolean;
}

/** As pages get headers of others: to be read. */
class FixedHeaders extends Headers {
  override set(): never {
    throw new TypeError('immutable');
  }
  override append(): never {
    throw new TypeError('immutable');
  }
  override delete(): never {
    throw new TypeError('immutable');
  }
}

/** Whether a page learns nothing of such an answer but that there was one. */
export const isHidden = (type: ResponseType): boolean => type === 'opaque' || type === 'opaqueredirect';

/** Gives a response that was made here the looks of one that was fetched; its clones have them too. */
export function asFetched(response: Response, { url, type, redirected = false }: FetchedMarks): Response {
  const clone = response.clone.bind(response);
  const looks = {
    url,
    type,
    redirected,
    headers: new FixedHeaders(isHidden(type) ? [] : response.headers),
    clone: () => asFetched(clone(), { url, type, redirected }),
    ...(isHidden(type) && { status: 0, ok: false }),
  };
  for (const [name, value] of Object.entries(looks)) Object.defineProperty(response, name, { value });
  return response;
}
