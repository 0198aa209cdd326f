import type { NewPost } from '../../src/contract/posts.ts';
import { answerCall, answerPreflight, newForeignState } from '../browser/support/foreign-calls.ts';
import { appOrigin } from './app-origin.ts';
import type { Backend, StoredPost } from './backend.ts';
import { CallFailed } from './call-failed.ts';
import type { StoredVersion } from './history.ts';
import { asListed, asStored, isPlain, type Manners, plainManners } from './manners.ts';
import type { ArrivingCall, WireAnswer } from './network.ts';
import { Realm } from './realm.ts';
import type { Turns } from './turns.ts';

export const foreignOrigin = 'http://other.example';

/** How the foreign backend of one life behaves. */
export interface ForeignHabits {
  manners: Partial<Manners>;
  /** Whether calls for an author's own list get no answer until faults end. */
  isOwnListSilent: boolean;
}

const ownList = /^\/blog\/users\/[^/]+\/posts$/;

/**
 * A foreign backend on another origin. It answers calls with tests/browser/support/foreign-calls.ts. It meets the
 * contract, adds nothing to it, and loses nothing that it has confirmed.
 */
export class ForeignBackend implements Backend {
  readonly kind = 'foreign';
  /** Requests that break the contract. */
  readonly breaches: string[] = [];
  readonly #turns: Turns;
  readonly #manners: Manners;
  readonly #state = newForeignState(() => {
    this.#ids += 1;
    return this.#ids.toString(16).padStart(24, '0');
  });
  readonly #history: StoredVersion[] = [];
  readonly #strays = new Map<string, number>();
  #ids = 0;
  #realm: Realm | undefined;
  #writesLeft = 0;
  #isOwnListSilent: boolean;

  constructor(turns: Turns, { manners, isOwnListSilent }: ForeignHabits) {
    this.#turns = turns;
    this.#manners = { ...plainManners, ...manners };
    this.#isOwnListSilent = isOwnListSilent;
    this.#realm = new Realm('foreign backend', turns);
  }

  /** Whether the app can recognise each of its texts in the author's own list (see `isPlain` in manners.ts). */
  get isPlain(): boolean {
    return isPlain(this.#manners);
  }

  get isRunning(): boolean {
    return this.#realm !== undefined;
  }

  async start(): Promise<void> {
    this.#realm ??= new Realm('foreign backend', this.#turns);
  }

  kill(): void {
    this.#realm?.kill();
    this.#realm = undefined;
  }

  /** Kills the backend right after its nth write from now on. The write is stored, but not answered. */
  killAtWrite(nth: number): void {
    this.#writesLeft = nth;
  }

  async recover(): Promise<void> {
    this.#writesLeft = 0;
    this.#isOwnListSilent = false;
    await this.start();
  }

  handle(call: ArrivingCall): Promise<WireAnswer> {
    const realm = this.#realm;
    if (!realm) return Promise.reject(new CallFailed('connection refused'));
    const { pathname } = new URL(call.url);
    const label = `${call.method} ${pathname}`;
    return new Promise((resolve, reject) => {
      realm.onKill(() => reject(new CallFailed('connection reset')));
      if (this.#isOwnListSilent && ownList.test(pathname)) return;
      this.#turns.soon(realm, label, () => {
        const answer = this.#answer(call);
        this.#turns.soon(realm, `${label}: answer`, () => resolve(answer));
      });
    });
  }

  posts(): readonly StoredPost[] {
    const { posts, users } = this.#state;
    return posts.map(({ _id, title, content, author, imgUrl, createdAt }) => ({
      id: _id,
      version: 1,
      title,
      content,
      imgUrl,
      author: users.find(({ email }) => email === author.email)?.username ?? '',
      listed: this.#shown({ title, content, imgUrl }).title,
      shown: this.#shown({ title, content, imgUrl }).content,
      authorId: author.email,
      createdAt: Date.parse(createdAt),
    }));
  }

  history(): readonly StoredVersion[] {
    return this.#history;
  }

  /** Returns no images, as a foreign backend accepts none. */
  images(): ReadonlyMap<string, Uint8Array> {
    return new Map();
  }

  excusedRepeats(title: string): number {
    return this.#strays.get(title) ?? 0;
  }

  close(): void {
    this.kill();
  }

  #answer({ method, url, headers, body, isStray, isWithCredentials }: ArrivingCall): WireAnswer {
    const { pathname, search } = new URL(url);
    const call = {
      method,
      path: pathname + search,
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      body: new TextDecoder().decode(body),
    };
    this.#noteBreaches(call, isWithCredentials);
    const cors: [string, string][] = [['Access-Control-Allow-Origin', appOrigin]];
    if (method === 'OPTIONS') {
      const preflight = answerPreflight(call);
      return { status: preflight.status, headers: [...cors, ...preflight.headers], body: undefined };
    }
    const before = this.#state.posts.length;
    const answer = answerCall(this.#state, call);
    const stored = this.posts().slice(before);
    this.#history.push(...stored.map((post) => ({ ...post, key: '' })));
    for (const { title } of stored) if (isStray()) this.#strays.set(title, this.excusedRepeats(title) + 1);
    if (method !== 'GET') {
      this.#writesLeft -= 1;
      if (this.#writesLeft === 0) this.kill();
    }
    const page = this.#inPages(pathname, search, answer.body);
    return {
      status: answer.status,
      headers: [...cors, ['Content-Type', 'application/json'], ...page.headers],
      body: new TextEncoder().encode(JSON.stringify(page.body ?? {})),
    };
  }

  /** Returns the body as this backend sends it, with the headers that link the pages of an author's own list. */
  #inPages(path: string, search: string, body: unknown): { headers: [string, string][]; body: unknown } {
    const { listsLeaveOut, pageSize, isEndless } = this.#manners;
    if (!Array.isArray(body)) return { headers: [], body: isText(body) ? this.#shown(body) : body };
    const listed = body.map((post) => asListed(this.#shown(post), listsLeaveOut));
    if (!ownList.test(path)) return { headers: [], body: listed };
    const after = Number(new URLSearchParams(search).get('after') ?? 0);
    const page = listed.slice(after, after + pageSize);
    if (!isEndless && after + pageSize >= listed.length) return { headers: [], body: page };
    const next = `<?after=${after + pageSize}>; rel="next"`;
    return {
      headers: [
        ['Link', next],
        ['Access-Control-Expose-Headers', 'Link'],
      ],
      body: page,
    };
  }

  #shown<T extends NewPost>(post: T): T {
    const shown = asStored(post, this.#manners);
    // Never truncates titles, as the world tells texts apart by their titles.
    return { ...post, ...shown, title: this.#manners.cuts ? post.title : shown.title };
  }

  #noteBreaches(
    { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
    isWithCredentials: boolean,
  ): void {
    const note = (what: string) => this.breaches.push(`${method} ${path} ${what}`);
    if (headers.cookie !== undefined || isWithCredentials) note('brings cookies');
    if (method === 'DELETE' && headers.authorization !== undefined) note('brings a token');
  }
}

const isText = (body: unknown): body is NewPost => typeof body === 'object' && body !== null && 'content' in body;
