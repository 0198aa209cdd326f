import * as v from 'valibot';
import { expect } from 'vitest';
import { credentialsSchema } from '../../../src/contract/accounts.ts';
import { callPaths } from '../../../src/contract/paths.ts';
import { type Problem, problemSchema, problemTypeOf } from '../../../src/contract/problems.ts';
import type { AppOptions } from '../../../src/server/create-app.ts';
import { openBackend } from '../../../src/server/open-backend.ts';
import type { StoredPost } from '../../../src/server/posts/query-posts.ts';
import { createLog } from '../../../src/server/process/log.ts';
import { openStore } from '../../../src/server/store/open-store.ts';
import type { Database, Store } from '../../../src/server/store/schema.ts';
import { askThrough, openBalancedServers } from './balanced-servers.ts';
import type { StoreKind, TestDatabase } from './stores.ts';

export const origin = 'http://localhost:3000';
const log = createLog('silent');

export type Author = {
  token: string;
  userId: string;
  cookie: string;
  email: string;
  bearer: { Authorization: string };
};

/** Optional parts of a test's backend, such as a built client and threads. */
export type Extras = AppOptions & { clientDir?: string; renderThread?: string; indexThread?: string };

type Pull = (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>;

type Ask = (url: string, init: RequestInit, peer?: string) => Response | Promise<Response>;

/** A backend on its own empty database: an app called without a port, or several servers behind a balancer. */
export class TestBackend implements AsyncDisposable {
  readonly #owned: AsyncDisposableStack;
  readonly testDatabase: TestDatabase;
  readonly #ask: Ask;
  #store: Store | undefined;

  private constructor(owned: AsyncDisposableStack, testDatabase: TestDatabase, ask: Ask) {
    this.#owned = owned;
    this.testDatabase = testDatabase;
    this.#ask = ask;
  }

  static async open(store: Pick<StoreKind, 'open' | 'servers'>, extras: Extras = {}): Promise<TestBackend> {
    await using owned = new AsyncDisposableStack();
    const testDatabase = owned.use(await store.open());
    const ask = await openAsked(owned, { ...testDatabase, ...extras }, store.servers);
    return new TestBackend(owned.move(), testDatabase, ask);
  }

  /** @param peer the address from which the connection comes */
  async request(path: string, init: RequestInit = {}, peer?: string): Promise<Response> {
    return this.#ask(new URL(path, origin).href, init, peer);
  }

  send(method: string, path: string, body: unknown, headers: Record<string, string> = {}, peer?: string) {
    const json = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, body: json, headers: { 'Content-Type': 'application/json', ...headers } };
    return this.request(path, init, peer);
  }

  /** Sends a body whose pieces are made only when the server asks for them. */
  stream(method: string, path: string, pull: Pull, headers: Record<string, string>): Promise<Response> {
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const all = { 'Content-Type': 'application/json', ...headers };
    const init: RequestInit & { duplex: 'half' } = { method, body, headers: all, duplex: 'half' };
    return this.request(path, init);
  }

  /** Registers a user, which also logs the user in. */
  async register(email = 'ada@example.com'): Promise<Author> {
    const response = await this.send('POST', callPaths.register, { name: 'Ada', email, password: 'correct horse' });
    expect(response.status).toBe(201);
    return authorOf(response, email);
  }

  /** Logs a registered user in once more. */
  async logIn(email: string): Promise<Author> {
    const response = await this.send('POST', callPaths.login, { email, password: 'correct horse' });
    expect(response.status).toBe(200);
    return authorOf(response, email);
  }

  async publish(author: Author, post: Partial<StoredPost> = {}, headers: Record<string, string> = {}) {
    const body = { title: 'A title', imgUrl: '', content: 'Some words.', ...post };
    return this.send('POST', callPaths.posts, body, { ...author.bearer, ...headers });
  }

  /** Edits fields of a post. Sends the given post's ETag as `If-Match`, unless `headers` has another. */
  async edit(author: Author, post: StoredPost, to: Partial<StoredPost>, headers: Record<string, string> = {}) {
    const { title, imgUrl, content } = { ...post, ...to };
    const condition = { 'If-Match': post.etag };
    const all = { ...author.bearer, ...condition, ...headers };
    return this.send('PUT', callPaths.post(post._id), { title, imgUrl, content }, all);
  }

  async remove(
    { bearer }: Pick<Author, 'bearer'>,
    id: string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.request(callPaths.post(id), { method: 'DELETE', headers: { ...bearer, ...headers } });
  }

  /** Publishes posts with the titles `1` to `count`, in this order. */
  async publishMany(author: Author, count: number): Promise<StoredPost[]> {
    const posts: StoredPost[] = [];
    for (let number = 1; number <= count; number++)
      posts.push(await read(await this.publish(author, { title: `${number}` })));
    return posts;
  }

  /** Writes versions of a post, with the keys `publish`, `edit 2`, `edit 3` and so on. Returns them, oldest first. */
  async writeVersions(author: Author, count: number): Promise<StoredPost[]> {
    const text = (version: number) => ({ title: `Version ${version}`, content: `Text ${version}` });
    let post = await read(await this.publish(author, text(1), { 'Idempotency-Key': 'publish' }));
    const versions = [post];
    for (let version = 2; version <= count; version++) {
      post = await read(await this.edit(author, post, text(version), { 'Idempotency-Key': `edit ${version}` }));
      versions.push(post);
    }
    return versions;
  }

  async list(path: string = callPaths.posts): Promise<StoredPost[]> {
    const response = await this.request(path);
    expect(response.status).toBe(200);
    return read(response);
  }

  /** Opens another backend on the same database, as on another machine. */
  async another(extras: Extras = {}): Promise<TestBackend> {
    await using owned = new AsyncDisposableStack();
    const ask = await openAsked(owned, { ...this.testDatabase, ...extras });
    return new TestBackend(owned.move(), this.testDatabase, ask);
  }

  /** A second connection to the database, as an operator's command has. The first use opens it. */
  get store(): Store {
    this.#store ??= this.#owned.use(openStore(this.testDatabase, log));
    return this.#store;
  }

  get db(): Database {
    return this.store.db;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}

async function openAsked(owned: AsyncDisposableStack, config: TestDatabase & Extras, servers?: number): Promise<Ask> {
  if (servers !== undefined) {
    const balancer = owned.use(await openBalancedServers(servers, { publicOrigin: origin, ...config }));
    return (url, init) => askThrough(balancer.origin, url, init);
  }
  const { app } = owned.use(await openBackend({ ...config, samplePosts: false }, log));
  return (url, init, peer) => app.request(url, init, { incoming: { socket: { remoteAddress: peer } } });
}

/** Returns every call in `/openapi.json` with the credentials that it accepts. */
export async function documentedCalls(backend: TestBackend) {
  type Methods = Record<string, { security: Record<string, unknown>[] }>;
  const { paths } = await read<{ paths: Record<string, Methods> }>(await backend.request('/openapi.json'));
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      template,
      needs: security.flatMap(Object.keys),
    })),
  );
}

export function read<T = StoredPost>(response: Response): Promise<T> {
  return response.json() as Promise<T>;
}

/** Returns the author whom the response has logged in. */
export async function authorOf(response: Response, email = 'ada@example.com'): Promise<Author> {
  const { token, userId } = v.parse(credentialsSchema, await response.json());
  // A browser sends the cookie back without its attributes.
  const cookie = response.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  return { token, userId, cookie, email, bearer: { Authorization: `Bearer ${token}` } };
}

/** Yields one response for each page of a list. */
export async function* pagesFrom(
  backend: TestBackend,
  path: string,
  headers: Record<string, string> = {},
): AsyncGenerator<Response> {
  for (let next = path; next; ) {
    const answer = await backend.request(next, { headers });
    yield answer;
    next = nextOf(answer);
  }
}

/** Returns the path of the next page from the Link header (RFC 8288), or `''`. */
export const nextOf = (answer: Response): string =>
  /^<(\/[^>]+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1] ?? '';

/** Returns the problem document of a refusal, after checking that it has no unknown field. */
export async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const problem = v.parse(v.strictObject(problemSchema.entries), await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.type).toBe(problemTypeOf(problem.code));
  return problem;
}

export async function expectRefusal(response: Response, status: number, code: Problem['code'], field?: string) {
  const problem = await problemOf(response);
  expect({ status: response.status, code: problem.code, field: problem.field }).toEqual({ status, code, field });
}
