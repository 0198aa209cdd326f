/**
 * How a backend hands out its list. `cursors`: in pages addressed by the last post, as the own backend does; `foreign
 * cursors`: as another does; `pages`: addressed by number; `reordered`: in numbered pages, and a post that is edited
 * moves to the beginning or to the end.
 */
export const kinds = ['cursors', 'foreign cursors', 'pages', 'reordered', 'whole', 'summaries'] as const;
export type ListKind = (typeof kinds)[number];

/** What happens to a call. The answer is made when the call is, and is on its way until the schedule lets it arrive. */
export type ReadFault = 'none' | 'drop' | '500' | 'break off' | 'web page';

interface ModelPost {
  id: string;
  version: number;
}

/**
 * How a list in numbered pages ends. `leads back`: its last page says that it goes on at its first. `goes on`: with pages
 * that hold nothing, for ever.
 */
export type Ending = 'ends' | 'leads back' | 'goes on';

export interface ReadingBackend {
  /** Newest first, unless the backend reorders them. */
  readonly posts: ModelPost[];
  /** Calls that were made, in order. */
  readonly calls: string[];
  /** What happens to the next calls, in order; then they go well. */
  faults: ReadFault[];
  /** Nothing gets through any more, and all that is on its way is lost. */
  isGone: boolean;
  /** Whether a post has been deleted, so that those behind it have moved up. */
  hasRemoved: boolean;
  /** How many posts have been published. */
  newPosts: number;
  publish(): void;
  remove(id: string): void;
  edit(id: string): void;
  answer(url: string): Promise<Response>;
  /** Lets one of the answers on their way arrive, or all. */
  deliver(at: number): void;
  deliverAll(): void;
}

export const pageSize = 4;

const versionOf = (title: string): number => Number(title.split(' ').at(-1));
export const readVersion = ({ title }: { title: string }): number => versionOf(title);

/** Of a post, chosen by its author: one in six is an address of the backend's own list. */
export const pictureOf = (home: string, id: string): string =>
  numberOf(id) % 6 === 0 ? `${home}?x=${id}` : `http://pictures.example/${id}.png`;

export function openReadingBackend(
  { kind, home }: { kind: ListKind; home: string },
  count: number,
  ending: Ending,
): ReadingBackend {
  const posts: ModelPost[] = Array.from({ length: count }, (_, n) => ({ id: `p${count - n}`, version: 1 }));
  const onTheirWay: { arrive: () => void; lose: () => void }[] = [];
  let versions = 1;
  const isNumbered = kind === 'pages' || kind === 'reordered';

  const whole = ({ id, version }: ModelPost) => ({
    _id: id,
    title: `${id} ${version}`,
    imgUrl: pictureOf(home, id),
    content: `Text of ${id}`,
  });
  const listed = (post: ModelPost) => (kind === 'summaries' ? { ...whole(post), content: undefined } : whole(post));

  function list({ searchParams }: URL): Response {
    if (kind === 'whole' || kind === 'summaries') return json(posts.map(listed));
    const after = searchParams.get('after');
    // A cursor is a place, not a post: it is good for as long as there are posts behind it, whatever became of its own.
    const behind = after === null ? 0 : posts.findIndex(({ id }) => numberOf(id) < numberOf(after));
    const page = Number(searchParams.get('page') ?? 1);
    const from = isNumbered ? (page - 1) * pageSize : behind === -1 ? posts.length : behind;
    const shown = posts.slice(from, from + pageSize);
    const isLast = from + pageSize >= posts.length;
    const goesBack = isLast && ending === 'leads back';
    const next = isNumbered ? `?page=${goesBack ? 1 : page + 1}` : `?after=${shown.at(-1)?.id}`;
    const hasEnded = isLast && (!isNumbered || ending === 'ends');
    return json(shown.map(listed), hasEnded ? {} : { Link: `<${next}>; rel="next"` });
  }

  function read(url: URL): Response {
    const { pathname } = url;
    if (pathname.endsWith('/blog/posts')) return list(url);
    const post = posts.find(({ id }) => pathname.endsWith(`/blog/posts/${id}`));
    return post
      ? json(whole(post))
      : new Response('{"code":"post_not_found"}', {
          status: 404,
          headers: { 'Content-Type': 'application/problem+json' },
        });
  }

  const backend: ReadingBackend = {
    posts,
    calls: [],
    faults: [],
    isGone: false,
    hasRemoved: false,
    newPosts: 0,
    publish() {
      backend.newPosts += 1;
      versions += 1;
      posts.unshift({ id: `p${count + backend.newPosts}`, version: versions });
    },
    remove(id) {
      const at = posts.findIndex((post) => post.id === id);
      if (at === -1) return;
      posts.splice(at, 1);
      backend.hasRemoved = true;
    },
    edit(id) {
      const post = posts.find((other) => other.id === id);
      versions += 1;
      if (!post) return;
      post.version = versions;
      if (kind !== 'reordered') return;
      posts.splice(posts.indexOf(post), 1);
      if (numberOf(id) % 2 === 0) posts.unshift(post);
      else posts.push(post);
    },
    answer(url) {
      backend.calls.push(url);
      const fault = backend.faults.shift() ?? 'none';
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const lose = () => reject(new TypeError('fetch failed'));
      if (backend.isGone || fault === 'drop') lose();
      else onTheirWay.push({ lose, arrive: () => resolve(answered) });
      const answered = fault === 'none' ? read(new URL(url)) : failure(fault);
      return promise;
    },
    deliver(at) {
      const [call] = onTheirWay.splice(at % Math.max(1, onTheirWay.length), 1);
      if (backend.isGone) call?.lose();
      else call?.arrive();
    },
    deliverAll() {
      while (onTheirWay.length > 0) backend.deliver(0);
    },
  };
  return backend;
}

const numberOf = (id: string): number => Number(id.slice(1));

const json = (body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json', ...headers } });

function failure(fault: ReadFault): Response {
  switch (fault) {
    case '500':
      return new Response('', { status: 500 });
    case 'web page':
      return new Response('<p>Please accept our terms.', { headers: { 'Content-Type': 'text/html' } });
    default: {
      const broken = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('[{"_id":'));
          controller.error(new TypeError('broke off'));
        },
      });
      return new Response(broken, { headers: { 'Content-Type': 'application/json' } });
    }
  }
}
