import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openServer } from '../../../src/server/server.ts';
import type { Store } from '../../../src/server/store/schema.ts';
import { openSqlite } from '../../../src/server/store/sqlite.ts';
import { openBalancedServers } from '../../api/support/balanced-servers.ts';
import { startPostgres } from '../../api/support/postgres.ts';
import { isGate } from '../../test-run.ts';
import type { Call, Fault } from './faults.ts';
import { openForeignBackend } from './foreign.ts';
import { freePort } from './free-port.ts';
import type { Received } from './received.ts';
import { freeOrigin, siteBehind } from './site-behind.ts';
import { openStaticHost } from './static-host.ts';

/** The production build and a backend of its own, alone in the world. */
export interface Site extends AsyncDisposable {
  readonly kind: 'own' | 'foreign';
  /** Where the app is. */
  readonly origin: string;
  /** Where its backend is. */
  readonly api: string;
  /** What the app asked of the backend, in order. */
  readonly received: Received[];
  /** Until the returned function is called. */
  misbehave(call: Call, fault: Fault): () => void;
  /** Nothing listens any more: neither app nor backend. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** The worker's script does not come any more: every visit is as a first one on a slow network. */
  holdWorker(): void;
}

/** Unset, one; `SERVERS=3 npm run test:browser -- authoring` asks every promise of several. */
const usualServers = Number(process.env.SERVERS ?? 1);

/** The own server, empty, with SQLite in a folder of its own; or several on one PostgreSQL, behind a balancer. */
export async function openOwnSite(servers: number = usualServers): Promise<Site> {
  await using undo = new AsyncDisposableStack();
  const origin = await freeOrigin();
  const open = servers === 1 ? openEmbedded : openBalanced;
  const server = undo.use(await open(origin.origin, servers));
  return siteBehind(origin, new URL(server.origin), undo);
}

/** The own server, with its database as its operator has it. */
export async function openOperatedSite(): Promise<Site & { store: Store }> {
  await using undo = new AsyncDisposableStack();
  const origin = await freeOrigin();
  const server = undo.use(await openEmbedded(origin.origin));
  const store = undo.use(openSqlite(server.dataDir));
  return Object.assign(await siteBehind(origin, new URL(server.origin), undo), { store });
}

async function openEmbedded(publicOrigin: string): Promise<AsyncDisposable & { origin: string; dataDir: string }> {
  await using undo = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'storyline-data-'));
  undo.defer(() => rm(dataDir, { recursive: true }));
  const clientDir = inject('ownClient');
  const { origin } = undo.use(
    await openServer({
      port: 0,
      host: '127.0.0.1',
      dataDir,
      clientDir,
      publicOrigin,
      samplePosts: false,
      logLevel: 'error',
    }),
  );
  const opened = undo.move();
  return { origin, dataDir, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function openBalanced(publicOrigin: string, servers: number): Promise<AsyncDisposable & { origin: string }> {
  await using undo = new AsyncDisposableStack();
  const postgres = await startPostgres();
  undo.defer(postgres.stop);
  const place = { dataDir: '', databaseUrl: postgres.url, clientDir: inject('ownClient'), publicOrigin };
  const { origin } = undo.use(await openBalancedServers(servers, place));
  const opened = undo.move();
  return { origin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The backend's port is built into the client: of the files that run at a time, each has its own. */
function ownForeign() {
  const foreign = inject('foreign')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!foreign) throw new Error('More files run at a time than there are clients built for.');
  return foreign;
}

/** The build for another origin's backend on a plain static host, and that backend. */
export const openForeignSite = (): Promise<Site> => openSiteOf(ownForeign());

/** A client that was built for `http://127.0.0.1:{port}`, on a plain static host, and the backend that is there. */
export async function openSiteOf({ client, port }: { client: string; port: number }): Promise<Site> {
  await using undo = new AsyncDisposableStack();
  const pages = undo.use(await openStaticHost(await freePort(), client));
  const origin = `http://localhost:${pages.port}`;
  const backend = undo.use(await openForeignBackend(port, origin));
  const opened = undo.move();
  return {
    kind: 'foreign',
    origin,
    api: `http://127.0.0.1:${backend.port}`,
    received: backend.received,
    misbehave: backend.faults.set,
    async stop() {
      await Promise.all([pages.stop(), backend.stop()]);
    },
    async start() {
      await Promise.all([pages.start(), backend.start()]);
    },
    holdWorker: () => pages.hold('/worker.js'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const one = { backend: 'own', open: () => openOwnSite() };
const several = { backend: 'three servers as the own', open: () => openOwnSite(3) };
const foreign = { backend: 'foreign', open: openForeignSite };

export const sites = [one, foreign] as const;
/** For what several servers could do twice, and a backend of somebody else's could not do. */
export const ownSites = isGate() ? [one] : [one, several];
