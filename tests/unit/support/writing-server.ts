import type { NewPost } from '../../../src/contract/posts.ts';
import type { Submission } from '../../../src/writing/record/post-record.ts';
import { currentText, type ServerState, seenPosts, serve, serveWithoutKeys } from './record-server.ts';

/**
 * What becomes of a request. `lost`: it does not arrive. `unheard`: it arrives, and its answer does not. `lateMs`: it arrives
 * so much later, when nobody waits for its answer any more.
 */
export type Fate =
  | 'answered'
  | 'lost'
  | 'unheard'
  | { lateMs: number }
  | { status: number; headers?: Record<string, string> };

export interface SeenRequest {
  method: string;
  path: string;
  body: string;
  at: number;
}

/** How long a request takes there and back, in simulated milliseconds. */
const roundTripMs = 50;

/**
 * The backend behind `fetch`, our own or another. Both have no more than the sender needs of them, and are written after
 * what the backends promise, not after what calls them.
 */
export class WritingServer {
  readonly state: ServerState = { posts: new Map(), keys: new Map() };
  readonly requests: SeenRequest[] = [];
  readonly images = new Set<string>();
  fateOf: (request: SeenRequest) => Fate = () => 'answered';
  /** What somebody does elsewhere, right before a request arrives. */
  beforeArrival: (request: SeenRequest) => void = () => undefined;

  #numbers = 0;
  readonly #hasKeys: boolean;

  constructor(hasKeys: boolean) {
    this.#hasKeys = hasKeys;
  }

  readonly next = (): number => {
    this.#numbers += 1;
    return this.#numbers;
  };

  /** The posts that readers see, each as its text. */
  texts(): NewPost[] {
    const living = [...this.state.posts.values()].filter(({ isDeleted }) => !isDeleted);
    return living.flatMap((post) => currentText(post) ?? []);
  }

  /** An edit from another device. */
  editElsewhere(id: string, text: NewPost): void {
    const post = this.state.posts.get(id);
    post?.versions.push({ etag: `"${this.next()}"`, text });
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const path = decodeURIComponent(new URL(request.url).pathname);
    const body = await request.text();
    const seen = { method: request.method, path, body, at: Date.now() };
    this.requests.push(seen);
    const fate = this.fateOf(seen);
    await new Promise((resolve) => setTimeout(resolve, roundTripMs));
    if (fate === 'lost') throw new TypeError('Failed to fetch');
    if (typeof fate === 'object' && 'status' in fate) return new Response('', fate);
    const arrive = () => {
      this.beforeArrival(seen);
      return this.#hasKeys ? this.#answer(seen, request.headers) : this.#answerWithoutKeys(seen);
    };
    if (typeof fate === 'object') {
      setTimeout(arrive, fate.lateMs);
      throw new TypeError('Failed to fetch');
    }
    const response = arrive();
    if (fate === 'unheard') throw new TypeError('Failed to fetch');
    return response;
  };

  #answer({ method, path, body }: SeenRequest, headers: Headers): Response {
    if (path.startsWith('/images/')) return this.#answerImage(method, path);
    const key = headers.get('Idempotency-Key') ?? 'delete';
    const ifMatch = headers.get('If-Match') ?? undefined;
    const postId = method === 'POST' ? undefined : path.split('/').at(-1);
    const known = method === 'POST' ? this.state.posts.get(this.state.keys.get(key)?.postId ?? '') : undefined;
    const call = callOf(method, key, body);
    const named = headers.get('Storyline-Unanswered')?.split(', ') ?? [];
    const event = serve(this.state, { call, key, postId, ifMatch, named }, this.next);
    switch (event.kind) {
      case 'done': {
        const { postId: _id = '', etag, text } = event;
        if (!text)
          return Response.json({ _id, etag, version: 1, ...(call.kind === 'text' && call.text) }, { status: 200 });
        return known?.isDeleted
          ? problem(410, 'post_not_found')
          : problem(422, 'idempotency_key_reused', { post: told(_id, { etag, text }) });
      }
      case 'gone':
        return call.kind === 'delete' ? new Response(null, { status: 204 }) : problem(404, 'post_not_found');
      case 'version mismatch':
        return problem(412, 'version_mismatch', {
          current: told(postId ?? '', event.current),
          isKnown: event.isKnown,
          made: event.made.map((each) => ({ key: each, version: 1 })),
        });
      default:
        throw new Error(`No answer is ${event.kind}`);
    }
  }

  #answerImage(method: string, path: string): Response {
    const isThere = this.images.has(path);
    if (method === 'PUT') this.images.add(path);
    return new Response(null, { status: method === 'PUT' ? 201 : isThere ? 200 : 404 });
  }

  #answerWithoutKeys({ method, path, body }: SeenRequest): Response {
    if (method === 'GET') {
      const posts = seenPosts(this.state).ids.map((_id) => {
        const post = this.state.posts.get(_id);
        return { _id, ...(post && currentText(post)) };
      });
      return Response.json(posts);
    }
    const postId = path.split('/').at(-1);
    const call = callOf(method, 'any', body);
    serveWithoutKeys(this.state, { call, postId }, this.next);
    return new Response('', { status: 201 });
  }
}

const callOf = (method: string, key: string, body: string): Submission =>
  method === 'DELETE' ? { kind: 'delete', key, at: 0 } : { kind: 'text', key, at: 0, text: JSON.parse(body) };

const told = (_id: string, { etag, text }: { etag: string; text: NewPost }) => ({ _id, etag, version: 1, ...text });

const problem = (status: number, code: string, members: object = {}): Response =>
  Response.json({ code, status, ...members }, { status, headers: { 'Content-Type': 'application/problem+json' } });
