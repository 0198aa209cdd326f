import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sqlite from 'node:sqlite';
import type { Backend, openBackend } from '../../src/server/open-backend.ts';
import type { BuildName } from './app-builds.ts';
import type { StoredPost, Backend as WorldBackend } from './backend.ts';
import { type Blog, type Elsewhere, fillBlog } from './blog.ts';
import type { Instantiate } from './bundle.ts';
import { CallFailed } from './call-failed.ts';
import { readerOf, type Stored } from './database-reader.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { recordHistory, type StoredVersion } from './history.ts';
import type { WireAnswer, WireCall } from './network.ts';
import { newFolder } from './new-folder.ts';
import { nodeModule } from './node-modules.ts';
import { asGlobalObject, commonGlobals, Realm } from './realm.ts';
import { endOf, Turns } from './turns.ts';

export type ServerProgram = Instantiate<{ openBackend: typeof openBackend }>;

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet, debug: quiet };

const templates = new Map<Blog, ReturnType<typeof makeTemplate>>();

/** Returns the bytes of a database with this blog, and Linus's login. Each life begins with a copy of the database. */
async function makeTemplate(programs: Record<BuildName, ServerProgram>, blog: Blog) {
  const turns = new Turns(0);
  const server = new Server(programs, turns, newFolder());
  await server.start();
  await server.stop();
  recordHistory(path.join(server.folder, databaseName));
  await server.start();
  const elsewhere = blog === 'empty' ? undefined : await fillBlog(server, turns, blog);
  await server.stop();
  const bytes = readFileSync(path.join(server.folder, databaseName));
  server.close();
  return { bytes, elsewhere };
}

const databaseName = 'storyline.db';
const backupName = 'backup.db';

/** The real server on its own database. It can be killed at any moment, and started again with its stored data. */
export class Server implements WorldBackend {
  readonly kind = 'own';
  readonly folder: string;
  /** The calls that the server answered with 500 while it was running. */
  readonly errors: string[] = [];
  /** The login of an author on a device outside the world; unset in an empty blog. */
  elsewhere: Elsewhere | undefined;
  readonly #programs: Record<BuildName, ServerProgram>;
  #build: BuildName = 'today';
  readonly #turns: Turns;
  #running: { realm: Realm; backend: Backend; watch: DatabaseWatch } | undefined;
  #isClosing = false;
  /** The number of calls that the server has not answered yet. */
  #underWay = 0;
  #writesLeft = 0;
  #reader: ReturnType<typeof readerOf> | undefined;
  #read: (Stored & { version: number }) | undefined;

  constructor(programs: Record<BuildName, ServerProgram>, turns: Turns, folder: string) {
    this.#programs = programs;
    this.#turns = turns;
    this.folder = folder;
  }

  /** Opens a server. @param blog unless it is 'empty', all people and {@link elsewhere} have accounts and posts */
  static async open(programs: Record<BuildName, ServerProgram>, turns: Turns, blog: Blog): Promise<Server> {
    const making = templates.get(blog) ?? makeTemplate(programs, blog);
    templates.set(blog, making);
    const { bytes, elsewhere } = await making;
    const folder = newFolder();
    writeFileSync(path.join(folder, databaseName), bytes);
    const server = new Server(programs, turns, folder);
    server.elsewhere = elsewhere;
    await server.start();
    return server;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  async start(): Promise<void> {
    const realm = new Realm('server', this.#turns);
    const globals = commonGlobals(realm, this.#turns.newSeed(), { ahead: 0 });
    const watch: DatabaseWatch = { opened: [], onWrite: this.#onWrite };
    const all = { ...globals, fetch: undefined, Request };
    const opening = this.#programs[this.#build]({ ...all, globalThis: asGlobalObject(all) }, (name) =>
      nodeModule(name, { globals, realm, watch }),
    ).openBackend(
      {
        dataDir: this.folder,
        databaseUrl: undefined,
        samplePosts: false,
      } as unknown as Parameters<typeof openBackend>[0],
      log as unknown as Parameters<typeof openBackend>[1],
    );
    if (!(await this.#takeTurnsUntil(endOf(opening)))) throw new Error('The server does not start.');
    const backend = await opening;
    this.#isClosing = false;
    this.#underWay = 0;
    this.#running = { realm, backend, watch };
  }

  /** Kills the server as SIGKILL does, so that uncommitted data is lost. */
  kill(): void {
    if (!this.#running) return;
    const { realm, watch } = this.#running;
    this.#running = undefined;
    realm.kill();
    for (const database of watch.opened) if (database.isOpen) database.close();
    Object.assign(watch, { opened: [], onWrite: quiet });
  }

  /** Takes turns until the server has answered all calls that have arrived. */
  async answerAll(): Promise<void> {
    await this.#takeTurnsUntil(() => !this.isRunning || this.#underWay === 0);
  }

  /** Stops the server gracefully: it accepts no more calls, and answers those that have arrived. */
  async stop(): Promise<void> {
    this.#isClosing = true;
    await this.answerAll();
    const closing = this.#running?.backend[Symbol.asyncDispose]();
    if (closing && (await this.#takeTurnsUntil(endOf(closing)))) await closing;
    this.kill();
  }

  /** Takes turns one by one until the condition holds. @returns whether it holds after at most 1,000 turns */
  async #takeTurnsUntil(isTrue: () => boolean): Promise<boolean> {
    for (let waited = 0; !isTrue() && waited < 1_000; waited += 1) await this.#turns.take(1);
    return isTrue();
  }

  /** Stops the server, and starts this build on the same database. */
  async upgrade(build: BuildName): Promise<void> {
    await this.stop();
    this.#build = build;
    await this.start();
  }

  /** Answers a call. @throws TypeError if the server is not running, or is killed before it answers */
  handle({ method, url, headers, body }: WireCall): Promise<WireAnswer> {
    const running = this.#running;
    if (!running || this.#isClosing) return Promise.reject(new CallFailed('connection refused'));
    this.#underWay += 1;
    return new Promise<WireAnswer>((resolve, reject) => {
      running.realm.onKill(() => reject(new CallFailed('connection reset')));
      const request = new Request(url, { method, headers, ...(body && { body }) });
      const env = { incoming: { socket: { remoteAddress: '192.0.2.7' } } };
      const answer = async (response: Response) => ({
        status: response.status,
        headers: [...response.headers] as [string, string][],
        body: new Uint8Array(await response.arrayBuffer()),
      });
      const { pathname } = new URL(url);
      const answered = (response: WireAnswer) => {
        if (response.status === 500 && running.realm.isAlive) this.errors.push(`${method} ${pathname}`);
        resolve(response);
      };
      this.#turns.soon(running.realm, `${method} ${pathname}`, () => {
        Promise.resolve(running.backend.app.fetch(request, env)).then(answer).then(answered, reject);
      });
    }).finally(() => {
      if (this.#running === running) this.#underWay -= 1;
    });
  }

  /** Kills the server during its nth write from now on, so that the transaction's earlier writes are lost. */
  killAtWrite(nth: number): void {
    this.#writesLeft = nth;
  }

  /** Copies all committed data into the backup. */
  backUp(): void {
    this.#turns.tell('the server is backed up');
    const file = path.join(this.folder, backupName);
    rmSync(file, { force: true });
    const database = new sqlite.DatabaseSync(path.join(this.folder, databaseName));
    database.prepare('vacuum into ?').run(file);
    database.close();
  }

  get hasBackup(): boolean {
    return existsSync(path.join(this.folder, backupName));
  }

  /** Kills the server, replaces its database by the backup, and starts it again. */
  async restore(): Promise<void> {
    this.kill();
    this.#reader?.database.close();
    this.#reader = undefined;
    this.#read = undefined;
    const file = path.join(this.folder, databaseName);
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(path.join(this.folder, backupName), file);
    await this.start();
  }

  async recover(): Promise<void> {
    this.killAtWrite(0);
    if (!this.isRunning) await this.start();
  }

  readonly #onWrite = (): void => {
    this.#writesLeft -= 1;
    if (this.#writesLeft === 0) this.kill();
  };

  /** Returns 0, as the server recognises repeated calls by their keys. */
  excusedRepeats(): number {
    return 0;
  }

  posts(): readonly StoredPost[] {
    return this.#stored().posts;
  }

  history(): readonly StoredVersion[] {
    return this.#stored().history;
  }

  images(): ReadonlyMap<string, Uint8Array> {
    return this.#stored().images;
  }

  #stored(): Stored {
    this.#reader ??= readerOf(path.join(this.folder, databaseName));
    const version = Number(this.#reader.version.get()?.data_version);
    if (this.#read?.version !== version) this.#read = { version, ...this.#reader.stored() };
    return this.#read;
  }

  /** Kills the server for good, and removes its database. */
  close(): void {
    this.kill();
    this.#reader?.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
