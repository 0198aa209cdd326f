import type { Text } from './manners.ts';
import { turns } from './model-backend.ts';
import { stubFetchInTabs } from './tab-fetch.ts';

/** What happens to a call that writes. `late`: the answer is lost, and the call arrives some time after. */
export const writingFaults = [
  'none',
  'none',
  'none',
  'drop before',
  'drop after',
  'drop after',
  'late',
  'slow',
  '500',
  '500 after',
  '503 for a while',
  '401',
  '422',
  'not found by a gateway',
] as const;
export type WritingFault = (typeof writingFaults)[number];

/** What happens to a post that is read. `behind`: a server answers that has not heard of the last edit. */
export const readingFaults = ['none', 'none', 'drop before', '500', 'slow', 'behind'] as const;
export type ReadingFault = (typeof readingFaults)[number];

export interface VersionedPost {
  id: string;
  /** The key it was published under. */
  key: string;
  /** Every version that it has had, the first first. */
  versions: Text[];
  isDeleted: boolean;
}

export interface VersionedBackend extends Disposable {
  readonly posts: VersionedPost[];
  writing: WritingFault[];
  reading: ReadingFault[];
}

const lateMs = 5_000;

/** Names a version of any post: here no backup is ever restored. */
export const etagOf = (version: number): string => `"${version}-v"`;

/** The own backend in place of `fetch`: one author, keys, versions, and `If-Match` (see `/openapi.json`). */
export function openVersionedBackend(): VersionedBackend {
  const posts: VersionedPost[] = [];
  /** What each key was first answered with. */
  const answers = new Map<string, { request: string; answer: () => Response }>();

  /** Whatever is called twice under one key is done once. */
  function once(key: string, request: string, work: () => Response): Response {
    const known = answers.get(key);
    if (known) return known.request === request ? known.answer() : problem(422, 'idempotency_key_reused');
    const response = work();
    if (response.ok) {
      const { status } = response;
      const body = response.clone().text();
      answers.set(key, { request, answer: () => new Response(textStream(body), { status, headers: jsonType }) });
    }
    return response;
  }

  function publish(key: string, text: Text): Response {
    return once(key, JSON.stringify(text), () => {
      const post = { id: `post-${posts.length}`, key, versions: [text], isDeleted: false };
      posts.push(post);
      return json(201, { _id: post.id, ...text, version: 1, etag: etagOf(1) });
    });
  }

  function edit(id: string, key: string, ifMatch: string | null, text: Text): Response {
    const post = posts.find((other) => other.id === id && !other.isDeleted);
    if (!post) return problem(404, 'post_not_found');
    return once(key, JSON.stringify([id, ifMatch, text]), () => {
      const version = post.versions.length;
      if (ifMatch !== etagOf(version)) return problem(412, 'version_mismatch', { version });
      if (JSON.stringify(post.versions.at(-1)) !== JSON.stringify(text)) post.versions.push(text);
      const now = post.versions.length;
      return json(200, { _id: id, ...text, version: now, etag: etagOf(now) });
    });
  }

  function remove(id: string): Response {
    const post = posts.find((other) => other.id === id && !other.isDeleted);
    if (!post) return problem(404, 'post_not_found');
    post.isDeleted = true;
    return new Response(null, { status: 204 });
  }

  async function write(request: Request): Promise<Response> {
    const { method, headers } = request;
    const id = new URL(request.url).pathname.split('/')[3] ?? '';
    const key = headers.get('Idempotency-Key') ?? '';
    const body = method === 'DELETE' ? undefined : await request.json();
    const take = () => {
      if (method === 'DELETE') return remove(id);
      return method === 'PUT' ? edit(id, key, headers.get('If-Match'), body) : publish(key, body);
    };
    const fault = backend.writing.shift() ?? 'none';
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
        setTimeout(take, lateMs);
        throw new TypeError('fetch failed');
      case '500 after':
        take();
        return problem(500, 'internal');
      case '500':
        return problem(500, 'internal');
      case '503 for a while':
        return new Response('{}', { status: 503, headers: { ...jsonType, 'Retry-After': '120' } });
      case '401':
        return problem(401, 'not_authenticated');
      case '422':
        return problem(422, 'invalid_field');
      case 'not found by a gateway':
        return new Response('{}', { status: 404, headers: jsonType });
    }
  }

  async function read(request: Request): Promise<Response> {
    const fault = backend.reading.shift() ?? 'none';
    if (fault === 'drop before') throw new TypeError('fetch failed');
    if (fault === '500') return problem(500, 'internal');
    if (fault === 'slow') await turns(20);
    const [, , , asked, , nth] = new URL(request.url).pathname.split('/');
    const post = posts.find(({ id, isDeleted }) => id === asked && !isDeleted);
    if (!post) return problem(404, 'post_not_found');
    if (nth !== undefined) {
      const text = post.versions[Number(nth) - 1];
      if (!text) return problem(404, 'version_not_found');
      return json(200, { ...text, version: Number(nth), createdAt: '2026-06-01T00:00:00.000Z' });
    }
    const version = Math.max(1, post.versions.length - (fault === 'behind' ? 1 : 0));
    return json(200, { _id: post.id, ...post.versions[version - 1], version, etag: etagOf(version) });
  }

  const network = stubFetchInTabs((request) => (request.method === 'GET' ? read(request) : write(request)));

  const backend: VersionedBackend = {
    posts,
    writing: [],
    reading: [],
    [Symbol.dispose]: () => network[Symbol.dispose](),
  };
  return backend;
}

const jsonType = { 'Content-Type': 'application/json' };

const json = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: jsonType });

const problem = (status: number, code: string, more: object = {}): Response =>
  new Response(JSON.stringify({ status, code, ...more }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });

const textStream = (text: Promise<string>): ReadableStream =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(await text));
      controller.close();
    },
  });
