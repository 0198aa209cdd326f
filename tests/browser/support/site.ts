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

/** A production build of the app, served together with its backend. */
export interface Site extends AsyncDisposable {
  readonly kind: 'own' | 'foreign';
  /** The origin of the app. */
  readonly origin: string;
  /** The origin of its backend. */
  readonly api: string;
  /** The app's calls to the backend, in order. */
  readonly received: Received[];
  /** Sets a fault for this call. Returns a function that removes the fault. */
  misbehave(call: Call, fault: Fault): () => void;
  /** Stops the servers of app and backend: they refuse connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Never answers requests for the worker's script, so that every page runs without a worker. */
  holdWorker(): void;
}

/** How many servers run a test's backend. `SERVERS=3 npm run test:browser -- authoring` tests against three. */
const usualServers = Number(process.env.SERVERS ?? 1);

/** Opens our own empty server, with SQLite in a new folder, or several servers on one PostgreSQL behind a balancer. */
export async function openOwnSite(servers: number = usualServers): Promise<Site> {
  await using undo = new AsyncDisposableStack();
  const origin = await freeOrigin();
  const open = servers === 1 ? openEmbedded : openBalanced;
  const server = undo.use(await open(origin.origin, servers));
  return siteBehind(origin, new URL(server.origin), undo);
}

/** Opens our own server, and its store, in which tests change settings as an operator does. */
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

/** Returns the client for this test file, and the port of the backend that the client calls. Files run at once. */
function ownForeign() {
  const foreign = inject('foreign')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!foreign) throw new Error('More files run at a time than there are clients built for.');
  return foreign;
}

/** Serves the client for a foreign backend from a plain static host, and opens that backend. */
export const openForeignSite = (): Promise<Site> => openSiteOf(ownForeign());

/** Serves `client` from a plain static host, and opens the foreign backend that it calls, `http://127.0.0.1:{port}`. */
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
const several = { backend: 'three-server', open: () => openOwnSite(3) };
const foreign = { backend: 'foreign', open: openForeignSite };

export const sites = [one, foreign] as const;
/** Our own site on one server, and in `npm run test:all` also on several, which might carry out a write twice. */
export const ownSites = isGate() ? [one] : [one, several];
