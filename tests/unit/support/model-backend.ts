import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import { asListed, asStored, type Manners, plainManners, type Text } from './manners.ts';
import { stubFetchInTabs } from './tab-fetch.ts';

/**
 * What happens to a call. `late` and `very late`: the answer is lost, and the call arrives some time after. A redirect
 * that is followed ends where GET and POST are answered with 200.
 */
export const faults = [
  'none',
  'none',
  'drop before',
  'drop after',
  'drop after',
  'late',
  'late',
  'late',
  'very late',
  'slow',
  '500',
  '500 after',
  '503 for a while',
  '503 for ever',
  '401',
  '413',
  '422',
  'web page',
  'redirect 301',
  'redirect 302',
  'redirect 303',
  'redirect 307',
  'redirect 308',
  'hang',
] as const;
export type Fault = (typeof faults)[number];

/** What happens to a page of a list, or to a post that is read. */
export const listFaults = [
  'none',
  'none',
  'none',
  'none',
  'none',
  'drop before',
  '500',
  'web page',
  'slow',
  'hang',
  'names itself',
  'overlaps',
] as const;

/** As it was sent. */
interface StoredPost extends Text {
  id: string;
  /** As the backend shows it. */
  shown: Text;
  user: string;
  key: string | null;
  /** From before the app was opened. */
  isOlder: boolean;
}

/** A call whose answer was lost, and that arrives later than an app without keys waits for it. */
interface Straggler {
  title: string;
}

export interface ModelBackend extends Disposable {
  readonly posts: StoredPost[];
  /** Names of the images that have arrived. */
  readonly images: ReadonlySet<string>;
  /** Titles of posts that came before an image that they name. */
  readonly early: string[];
  /** Whose session cookie the browser has. */
  cookie: string | undefined;
  /** What happens to the next calls, in order; then they go well. */
  writing: Fault[];
  listing: (typeof listFaults)[number][];
  manners: Manners;
  /** Called with each call's key, before anything happens to it. */
  onCall: (key: string | null) => void;
  /** Calls that arrived later than any app can wait for. */
  readonly stragglers: Straggler[];
  addOlder(user: string, text: Text): void;
  /** The device's clock is no longer what it was when a call was lost. */
  clockJumps(): void;
}

/** In milliseconds of the fake clock: one sooner, one later than an app without keys gives a call to arrive. */
const arrivals = { late: 5_000, 'very late': 60_000 } as const;

/** Takes the place of `fetch`. Users are known by `Bearer {userId}`; keys are honoured where they are sent. */
export function openModelBackend(): ModelBackend {
  const posts: StoredPost[] = [];
  const images = new Set<string>();
  const early: string[] = [];
  const stragglers: Straggler[] = [];
  const onTheirWay = new Set<{ isHopeless: boolean }>();

  function add(user: string, text: Text, key: string | null, isOlder = false) {
    const shown = asStored(text, backend.manners);
    posts.push({ ...text, id: String(posts.length), user, shown, key, isOlder });
  }

  /** @returns whether the key has carried another text before. */
  function store(user: string, text: Text, key: string | null): boolean {
    const earlier = key === null ? undefined : posts.find((post) => post.key === key && post.user === user);
    if (earlier)
      return earlier.title !== text.title || earlier.imgUrl !== text.imgUrl || earlier.content !== text.content;
    add(user, text, key);
    if (imagesNamedIn(text).some((name) => !images.has(name))) early.push(text.title);
    return false;
  }

  async function write(request: Request): Promise<Response> {
    const isImage = request.method === 'PUT' && request.url.includes('/images/');
    const text: Text = isImage ? { title: '', imgUrl: '', content: await request.text() } : await request.json();
    const key = request.headers.get('Idempotency-Key');
    if (!isImage) backend.onCall(key);
    const fault = backend.writing.shift() ?? 'none';
    const user = request.headers.get('Authorization')?.slice('Bearer '.length) ?? backend.cookie;
    const author = request.headers.get('Storyline-Author');
    const take = (): Response => {
      if (user === undefined) return answer(401);
      if (author !== null && author !== user) return answer(403);
      if (isImage) {
        images.add(request.url.slice(request.url.lastIndexOf('/') + 1));
        return answer(201);
      }
      return store(user, text, key)
        ? answer(422, {}, '{"code":"idempotency_key_reused"}')
        : answer(201, {}, '{"_id":"new"}');
    };
    switch (fault) {
      case 'none':
        return take();
      case 'slow':
        await turns(20);
        return take();
      case 'drop before':
        throw new TypeError('fetch failed');
      case 'drop after':
        take();
        throw new TypeError('fetch failed');
      case 'late':
      case 'very late': {
        const call = { isHopeless: fault === 'very late' };
        onTheirWay.add(call);
        setTimeout(() => {
          onTheirWay.delete(call);
          if (call.isHopeless && !isImage) stragglers.push({ title: text.title });
          take();
        }, arrivals[fault]);
        throw new TypeError('fetch failed');
      }
      case 'hang':
        return aborted(request);
      case '500 after':
        take();
        return answer(500);
      case '503 for a while':
        return answer(503, { 'Retry-After': '120' });
      case '503 for ever':
        return answer(503, { 'Retry-After': '999999999999' });
      case 'web page':
        return answer(200, { 'Content-Type': 'text/html' });
      case '401':
      case '413':
      case '422':
      case '500':
        return answer(Number(fault));
      default:
        return request.redirect === 'manual'
          ? answer(Number(fault.slice('redirect '.length)), { Location: '/elsewhere' }, null)
          : answer(200);
    }
  }

  /** By address: pages are named by the number of posts before them. */
  async function read(request: Request): Promise<Response> {
    const fault = backend.listing.shift() ?? 'none';
    if (fault === 'drop before') throw new TypeError('fetch failed');
    if (fault === '500') return answer(500);
    if (fault === 'web page') return answer(200, { 'Content-Type': 'text/html' });
    if (fault === 'hang') return aborted(request);
    const url = new URL(request.url);
    const [, user] = /\/blog\/users\/([^/]+)\/posts$/.exec(url.pathname) ?? [];
    if (user === undefined) {
      const post = posts.find(({ id }) => url.pathname.endsWith(`/${id}`));
      if (fault === 'slow') await turns(20);
      return post ? answer(200, {}, JSON.stringify(listed(post, 'nothing'))) : answer(404);
    }
    const { listsLeaveOut, pageSize, isEndless } = backend.manners;
    const after = Number(url.searchParams.get('after') ?? 0);
    const from = fault === 'overlaps' ? Math.max(after - 1, 0) : after;
    const page = posts.filter((post) => post.user === user).slice(from, after + pageSize);
    const body = JSON.stringify(page.map((post) => listed(post, listsLeaveOut)));
    // Whoever reads a list that never ends leaves time to others.
    if (fault === 'slow' || isEndless) await turns(fault === 'slow' ? 20 : 1);
    const isMore = isEndless || page.length === after - from + pageSize;
    const next = fault === 'names itself' ? url.search : `?after=${after + pageSize}`;
    return answer(200, isMore || fault === 'names itself' ? { Link: `<${next || '?'}>; rel="next"` } : {}, body);
  }

  const network = stubFetchInTabs((request) => (request.method === 'GET' ? read(request) : write(request)));

  const backend: ModelBackend = {
    posts,
    images,
    early,
    cookie: undefined,
    writing: [],
    listing: [],
    manners: { ...plainManners },
    onCall: () => undefined,
    stragglers,
    addOlder: (user, text) => add(user, text, null, true),
    clockJumps() {
      for (const call of onTheirWay) call.isHopeless = true;
    },
    [Symbol.dispose]: () => network[Symbol.dispose](),
  };
  return backend;
}

const listed = ({ id, shown }: StoredPost, leavesOut: Manners['listsLeaveOut']): unknown => ({
  _id: id,
  ...asListed(shown, leavesOut),
});

function answer(status: number, headers: Record<string, string> = {}, body: string | null = '{}'): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** No answer, until whoever asked gives up, or has done so already. */
const aborted = ({ signal }: Request) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Lets everything that is ready to run do so, this many times over. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
