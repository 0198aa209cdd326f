import type { NewPost } from '../../../src/contract/posts.ts';
import type { Version } from '../../../src/writing/record/post-record.ts';

/** The outcome of a request. `lost`: the request does not arrive. `unheard`: it arrives, but its answer is lost. */
type Fate = 'answered' | 'lost' | 'unheard' | { status: number; headers?: Record<string, string> };

export interface SeenRequest {
  method: string;
  path: string;
  body: string;
  at: number;
}

/** The round-trip time of a request, in simulated milliseconds. */
const roundTripMs = 50;

/**
 * Simulates our own or a foreign backend behind `fetch`. It implements only the calls that the sender makes, as their
 * specification demands, whatever the sender expects.
 */
export class WritingServer {
  readonly requests: SeenRequest[] = [];
  fateOf: (request: SeenRequest) => Fate = () => 'answered';
  /** Runs right before a request arrives, for example to edit the post as another device does. */
  beforeArrival: (request: SeenRequest) => void = () => undefined;

  /** The versions of each existing post, by its id. */
  readonly #posts = new Map<string, Version[]>();
  /** The version that was created under each idempotency key. */
  readonly #made = new Map<string, { id: string; version: Version }>();
  readonly #images = new Set<string>();
  readonly #hasKeys: boolean;
  #numbers = 0;

  constructor(hasKeys: boolean) {
    this.#hasKeys = hasKeys;
  }

  readonly next = (): number => {
    this.#numbers += 1;
    return this.#numbers;
  };

  /** Returns the newest text of each post. */
  texts = (): NewPost[] => [...this.#posts.values()].flatMap((versions) => versions.at(-1)?.text ?? []);

  /** Edits a post as another device does. */
  editElsewhere(id: string, text: NewPost): void {
    this.#posts.get(id)?.push({ etag: `"${this.next()}"`, text });
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const path = decodeURIComponent(new URL(request.url).pathname);
    const seen = { method: request.method, path, body: await request.text(), at: Date.now() };
    this.requests.push(seen);
    const fate = this.fateOf(seen);
    await new Promise((resolve) => setTimeout(resolve, roundTripMs));
    if (fate === 'lost') throw new TypeError('Failed to fetch');
    if (typeof fate === 'object') return new Response('', fate);
    this.beforeArrival(seen);
    const response = this.#hasKeys ? this.#answer(seen, request.headers) : this.#answerWithoutKeys(seen);
    if (fate === 'unheard') throw new TypeError('Failed to fetch');
    return response;
  };

  /** Answers like our own backend, with idempotency keys, unique ETags, and the current version in a 412. */
  #answer({ method, path, body }: SeenRequest, headers: Headers): Response {
    if (path.startsWith('/images/')) return this.#answerImage(method, path);
    const key = headers.get('Idempotency-Key') ?? '';
    const known = this.#made.get(key);
    if (known) return Response.json(told(known.id, known.version));
    if (method === 'POST') return this.#store(`post ${this.next()}`, key, body);
    const id = path.split('/').at(-1) ?? '';
    const versions = this.#posts.get(id);
    const current = versions?.at(-1);
    if (!versions || !current) return problem(404, 'post_not_found');
    const ifMatch = headers.get('If-Match');
    if (current.etag !== ifMatch) {
      const named = headers.get('Storyline-Unanswered')?.split(', ') ?? [];
      return problem(412, 'version_mismatch', {
        current: told(id, current),
        isKnown: versions.some(({ etag }) => etag === ifMatch),
        made: named.filter((each) => this.#made.has(each)).map((each) => ({ key: each, version: 1 })),
      });
    }
    if (method !== 'DELETE') return this.#store(id, key, body);
    this.#posts.delete(id);
    return new Response(null, { status: 204 });
  }

  #store(id: string, key: string, body: string): Response {
    const version = { etag: `"${this.next()}"`, text: JSON.parse(body) };
    this.#posts.set(id, [...(this.#posts.get(id) ?? []), version]);
    this.#made.set(key, { id, version });
    return Response.json(told(id, version));
  }

  #answerImage(method: string, path: string): Response {
    const isThere = this.#images.has(path);
    if (method === 'PUT') this.#images.add(path);
    return new Response(null, { status: method === 'PUT' ? 201 : isThere ? 200 : 404 });
  }

  /** Answers like a foreign backend, which creates a new post from each text that arrives. */
  #answerWithoutKeys({ method, body }: SeenRequest): Response {
    if (method === 'GET')
      return Response.json([...this.#posts].map(([_id, versions]) => ({ _id, ...versions.at(-1)?.text })));
    this.#posts.set(`post ${this.next()}`, [{ etag: '', text: JSON.parse(body) }]);
    return new Response('', { status: 201 });
  }
}

const told = (_id: string, { etag, text }: Version) => ({ _id, etag, version: 1, ...text });

const problem = (status: number, code: string, members: object = {}): Response =>
  Response.json({ code, status, ...members }, { status, headers: { 'Content-Type': 'application/problem+json' } });
