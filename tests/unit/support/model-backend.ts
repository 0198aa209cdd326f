import { currentTab } from './tabs.ts';

/** What happens to a call. `late` and `very late`: the answer is lost, and the call arrives some time after. */
export const faults = [
  'none',
  'drop before',
  'drop after',
  'late',
  'very late',
  'slow',
  '500',
  '500 after',
  '503 for a while',
  '503 for ever',
  '401',
  '422',
  'web page',
  'hang',
] as const;
export type Fault = (typeof faults)[number];

export const listFaults = ['none', 'none', 'none', 'drop before', '500', 'web page', 'slow'] as const;

interface StoredPost {
  user: string;
  title: string;
  key: string | null;
}

export interface ModelBackend extends Disposable {
  readonly posts: StoredPost[];
  /** Whose session cookie the browser has. */
  cookie: string | undefined;
  /** What happens to the next calls, in order; then they go well. */
  writing: Fault[];
  listing: Fault[];
  /** Called with each call's key and title, before anything happens to it. */
  onCall: (key: string | null, title: string) => void;
  /** Titles that a list was asked for while a lost call with them was still on its way. */
  readonly hidden: Set<string>;
}

/** In milliseconds of the fake clock: one sooner, one later than an app without keys gives a call to arrive. */
const arrivals = { late: 5_000, 'very late': 60_000 } as const;

/** Takes the place of `fetch`. Users are known by `Bearer {userId}`; keys are honoured where they are sent. */
export function openModelBackend(): ModelBackend {
  const posts: StoredPost[] = [];
  const onTheirWay: string[] = [];
  const real = globalThis.fetch;

  function store(user: string, title: string, key: string | null) {
    if (key !== null && posts.some((post) => post.key === key && post.user === user)) return;
    posts.push({ user, title, key });
  }

  async function write(request: Request): Promise<Response> {
    const { title }: { title: string } = await request.json();
    const key = request.headers.get('Idempotency-Key');
    backend.onCall(key, title);
    const fault = backend.writing.shift() ?? 'none';
    const user = request.headers.get('Authorization')?.slice('Bearer '.length) ?? backend.cookie;
    const author = request.headers.get('Storyline-Author');
    const take = (): Response => {
      if (user === undefined) return answer(401);
      if (author !== null && author !== user) return answer(403);
      store(user, title, key);
      return answer(201);
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
      case 'very late':
        onTheirWay.push(title);
        setTimeout(() => {
          onTheirWay.splice(onTheirWay.indexOf(title), 1);
          take();
        }, arrivals[fault]);
        throw new TypeError('fetch failed');
      case 'hang':
        return new Promise((_, reject) => setTimeout(() => reject(new DOMException('', 'TimeoutError')), 120_000));
      case '500 after':
        take();
        return answer(500);
      case '503 for a while':
        return answer(503, { 'Retry-After': '120' });
      case '503 for ever':
        return answer(503, { 'Retry-After': '999999999999' });
      case 'web page':
        return answer(200, { 'Content-Type': 'text/html' });
      default:
        return answer(Number(fault));
    }
  }

  async function list(user: string): Promise<Response> {
    const fault = backend.listing.shift() ?? 'none';
    if (fault === 'drop before') throw new TypeError('fetch failed');
    if (fault === '500') return answer(500);
    if (fault === 'web page') return answer(200, { 'Content-Type': 'text/html' });
    for (const title of onTheirWay) backend.hidden.add(title);
    const own = posts.filter((post) => post.user === user);
    const listed = own.map(({ title }, index) => ({ _id: String(index), title, imgUrl: '', content: '' }));
    if (fault === 'slow') await turns(20);
    return answer(200, {}, JSON.stringify(listed));
  }

  globalThis.fetch = async (input) => {
    const tab = currentTab();
    const request = new Request(input);
    const [, user] = /\/blog\/users\/([^/]+)\/posts$/.exec(request.url) ?? [];
    if (tab?.isAlive() === false) return never();
    try {
      const response = await (user === undefined ? write(request) : list(user));
      return tab?.isAlive() === false ? never() : response;
    } catch (error) {
      if (tab?.isAlive() === false) return never();
      throw error;
    }
  };

  const backend: ModelBackend = {
    posts,
    cookie: undefined,
    writing: [],
    listing: [],
    onCall: () => undefined,
    hidden: new Set(),
    [Symbol.dispose]() {
      globalThis.fetch = real;
    },
  };
  return backend;
}

function answer(status: number, headers: Record<string, string> = {}, body = '{}'): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

const never = () => new Promise<never>(() => undefined);

/** Lets everything that is ready to run do so, this many times over. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
