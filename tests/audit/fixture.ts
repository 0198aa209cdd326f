import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callPaths } from '../../src/contract/paths.ts';
import { isBuildFresh } from '../../src/server/build-stamp.ts';
import { type Author, newAuthor } from '../bench/new-author.ts';
import { freePort } from '../browser/support/free-port.ts';
import { endWithThisProcess } from '../browser/support/process-group.ts';

const root = join(import.meta.dirname, '../..');

/** How long the server may take to answer, in milliseconds. */
const startPatience = 20_000;

/** The production build on the own server: a new database with the sample posts, and an author with two of their own. */
export interface Fixture extends AsyncDisposable {
  origin: string;
  postId: string;
  author: Author;
  /** Where the server has its database. */
  dataDir: string;
}

export async function openFixture(): Promise<Fixture> {
  if (!isBuildFresh()) build();
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'storyline-audit-'));
  undo.defer(() => rm(folder, { recursive: true }));
  const port = await freePort();
  undo.defer(startServer(port, folder));
  const origin = `http://localhost:${port}`;
  await answering(`${origin}/healthz`);

  const samples: { _id: string; imgUrl: string }[] = await (await fetch(origin + callPaths.posts)).json();
  const [sample] = samples;
  if (sample === undefined) throw new Error('The new database has no sample posts.');
  const content = 'What happened, and what came of it.\n\n'.repeat(12);
  const titles = ['A first post', 'Another post'];
  const author = await newAuthor(
    origin,
    titles.map((title) => ({ title, imgUrl: sample.imgUrl, content })),
  );
  const opened = undo.move();
  return { origin, postId: sample._id, author, dataDir: folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function build(): void {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
}

function startServer(port: number, dataDir: string): () => Promise<void> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const server = endWithThisProcess(
    spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      env: { ...environment, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  return async () => {
    if (server.exitCode !== null) return;
    const stopped = once(server, 'exit');
    server.kill();
    await stopped;
  };
}

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + startPatience;
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await wait(50);
  }
  throw new Error(`Nothing answers at ${url}.`);
}
