/** An answered call. `madeAt` and `arrivedAt` are the turns in which the call was made and reached its host. */
export interface HeardAnswer {
  method: string;
  url: string;
  madeAt: number;
  arrivedAt: number;
  body: Uint8Array<ArrayBuffer> | undefined;
  /** Whether the list has a page after this one. */
  goesOn: boolean;
}

interface HeardPage {
  madeAt: number;
  arrivedAt: number;
  ids: ReadonlySet<string>;
  /** The call's `after`: the id of the post that precedes the page; unset for the first page of a list. */
  after: string | undefined;
  /** The id of the page's last post; unset for the last page of a list. */
  last: string | undefined;
}

/** The state of a post is its version, or one of these two. */
export const unpublished = 0;
export const deleted = Number.POSITIVE_INFINITY;

/** The version of every post at a backend that has no edits. */
export const firstVersion = 1;

/** Returns whether the post `id` belongs in a list that ends with the post `last`. A whole list has no `last`. */
export const hasPlaceOf = (id: string, last: string | undefined): boolean => last === undefined || id > last;

const listPath = '/blog/posts';

/** Records the states of posts that a device received, and the calls that returned them. */
export class AnswersHeard {
  readonly #brought = new Map<string, { madeAt: number; arrivedAt: number }>();
  readonly #pages: HeardPage[] = [];

  note({ method, url, madeAt, arrivedAt, body, goesOn }: HeardAnswer): void {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.startsWith('/blog/')) return;
    const answer = parsed(body);
    const posts = postsIn(answer);
    for (const { _id, version } of posts) {
      const key = keyOf(_id, version);
      const before = this.#brought.get(key);
      this.#brought.set(key, {
        madeAt: Math.min(madeAt, before?.madeAt ?? madeAt),
        arrivedAt: Math.max(arrivedAt, before?.arrivedAt ?? arrivedAt),
      });
    }
    const isWhole = [...searchParams.keys()].every((name) => name === 'after');
    if (method !== 'GET' || pathname !== listPath || !isWhole || !Array.isArray(answer)) return;
    const ids = new Set(posts.map(({ _id }) => _id));
    const after = searchParams.get('after') ?? undefined;
    this.#pages.push({ madeAt, arrivedAt, ids, after, last: goesOn ? posts.at(-1)?._id : undefined });
  }

  /** Returns the turn of the first call whose answer shows the state; `undefined` if no answer does. */
  firstAsked(id: string, state: number): number | undefined {
    if (state !== deleted) return this.#brought.get(keyOf(id, state))?.madeAt;
    const known = Math.max(
      -1,
      ...[...this.#brought].flatMap(([key, { arrivedAt }]) => (isOf(key, id) ? arrivedAt : [])),
    );
    const asked = this.#without(id).flatMap(({ madeAt }) => (known !== -1 && madeAt > known ? madeAt : []));
    return asked.length === 0 ? undefined : Math.min(...asked);
  }

  /** Returns the turn in which the last call whose answer shows the state reached the backend; -1 if no answer does. */
  lastArrived(id: string, state: number): number {
    if (state !== unpublished) return this.#brought.get(keyOf(id, state))?.arrivedAt ?? -1;
    return Math.max(-1, ...this.#without(id).map(({ arrivedAt }) => arrivedAt));
  }

  #without(id: string): HeardPage[] {
    return this.#pages.filter(
      ({ ids, after, last }) => !ids.has(id) && (after === undefined || id < after) && hasPlaceOf(id, last),
    );
  }
}

const keyOf = (id: string, version: number): string => `${id} ${version}`;

const isOf = (key: string, id: string): boolean => key.startsWith(`${id} `);

interface HeardPost {
  _id: string;
  version: number;
}

/** Parses a JSON body. Returns `undefined` if it is missing, truncated or not JSON. */
function parsed(body: Uint8Array<ArrayBuffer> | undefined): unknown {
  try {
    return body && JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

const postsIn = (answer: unknown): HeardPost[] =>
  [answer].flat().flatMap((one) => {
    const { _id, version = firstVersion } = Object(one) as Partial<HeardPost>;
    return _id === undefined ? [] : [{ _id, version }];
  });
