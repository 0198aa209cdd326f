import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Store } from '../../../src/server/store/schema.ts';
import { openSqlite } from '../../../src/server/store/sqlite.ts';
import { openBalancedServers } from '../../api/support/balanced-servers.ts';
import { startPostgres } from '../../api/support/postgres.ts';
import { isGate } from '../../test-run.ts';
import type { Call, Fault } from './faults.ts';
import { openForeignBackend } from './foreign.ts';
import { freePort } from './free-port.ts';
import type { Received } from './received.ts';
import { freeOrigin, openOwnServer, siteBehind } from './site-behind.ts';
import { openStaticHost } from './static-host.ts';

/** The production build, with a backend. */
export interface Site extends AsyncDisposable {
  readonly kind: 'own' | 'foreign';
  /** The origin of the app. */
  readonly origin: string;
  /** The origin of its backend. */
  readonly api: string;
  /** The app's calls to the backend, in order. */
  readonly received: Received[];
  /** Sets a fault, until the returned function is called. */
  misbehave(call: Call, fault: Fault): () => void;
  /** Stops app and backend, so that nothing listens. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Holds the worker's script back, so that every visit is like a first one on a slow network. */
  holdWorker(): void;
}

/** How many servers a test's backend has. `SERVERS=3 npm run test:browser -- authoring` tests against three. */
const usualServers = Number(process.env.SERVERS ?? 1);

/** Opens our own empty server, with SQLite in a new folder, or several servers on one PostgreSQL behind a balancer. */
export async function openOwnSite(servers: number = usualServers): Promise<Site> {
  await using undo = new AsyncDisposableStack();
  const origin = await freeOrigin();
  const open = servers === 1 ? openEmbedded : openBalanced;
  const server = undo.use(await open(origin.origin, servers));
  return siteBehind(origin, new URL(server.origin), undo);
}

/** Opens our own server, with its store for changes that an operator makes. */
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
  const { origin } = undo.use(await openOwnServer({ dataDir, clientDir: inject('ownClient'), publicOrigin }));
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

/** Returns this file's client and port. Each client contains its port, so files that run at once need several. */
function ownForeign() {
  const foreign = inject('foreign')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!foreign) throw new Error('More files run at a time than there are clients built for.');
  return foreign;
}

/** Opens the build for a foreign backend on a plain static host, with such a backend. */
export const openForeignSite = (): Promise<Site> => openSiteOf(ownForeign());

/** Opens a client built for `http://127.0.0.1:{port}` on a plain static host, with a foreign backend there. */
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
/** For tests of writes that no foreign backend offers, or that several servers might carry out twice. */
export const ownSites = isGate() ? [one] : [one, several];
