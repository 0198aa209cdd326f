import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, vi } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { stopTimeoutMs } from '../../src/server/connections/close-server.ts';
import { openServer } from '../../src/server/server.ts';
import { originOf, serve, start } from './support/server-process.ts';
import { sqlite, temporaryFolder } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

/** Sends half of a registration, and returns a function that sends the rest. */
function halfRegistration(origin: string): { sending: ClientRequest; finish(): Promise<IncomingMessage> } {
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'correct horse' });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const sending = request(origin + callPaths.register, { method: 'POST', headers });
  sending.write(body.slice(0, 20));
  return {
    sending,
    async finish() {
      const answered = once(sending, 'response');
      sending.end(body.slice(20));
      const [response] = await answered;
      return response;
    },
  };
}

async function connected(sending: ClientRequest): Promise<void> {
  const [socket]: Socket[] = await once(sending, 'socket');
  if (socket?.connecting) await once(socket, 'connect');
}

/** Sends half of a registration that is never finished, and waits until the server has begun to read it. */
async function beginRegistration(origin: string): Promise<ClientRequest> {
  const { sending } = halfRegistration(origin);
  sending.on('error', () => sending.destroy());
  await connected(sending);
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200);
  return sending;
}

async function listensNoMore(origin: string): Promise<void> {
  const door = () =>
    fetch(`${origin}/healthz`).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(door).toBe('closed');
}

test('on SIGTERM, the server finishes open requests, closes the database and exits 0', async ({ testDatabase }) => {
  await using child = await serve(testDatabase);
  const exited = once(child, 'exit');
  const { origin } = child;
  await fetch(`${origin}/healthz`);
  const { sending, finish } = halfRegistration(origin);
  await connected(sending);
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200);

  child.kill('SIGTERM');
  await listensNoMore(origin);
  const response = await finish();
  expect(response.statusCode).toBe(201);
  response.resume();
  expect(await exited).toEqual([0, null]);

  using database = new DatabaseSync(path.join(testDatabase.dataDir, 'storyline.db'));
  expect(database.prepare('select name from users').all()).toEqual([{ name: 'Ada' }]);
});

test('an upload that never ends does not keep a server from stopping', async ({ testDatabase }) => {
  const config = { port: 0, host: '127.0.0.1', samplePosts: false, logLevel: 'silent' } as const;
  const server = await openServer({ ...config, dataDir: testDatabase.dataDir });
  const sending = await beginRegistration(server.origin);
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  using _ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const closing = server.close();
  // A stopping server waits longer than this only for requests that have arrived completely.
  vi.advanceTimersByTime(stopTimeoutMs / 2);
  await closing;
  await expect.poll(() => sending.destroyed).toBe(true);
});

test('a second signal ends the server at once', async ({ testDatabase }) => {
  await using child = await serve(testDatabase);
  const exited = once(child, 'exit');
  await beginRegistration(child.origin);
  child.kill('SIGTERM');
  await listensNoMore(child.origin);
  child.kill('SIGINT');
  expect(await exited).toEqual([1, null]);
});

test('the server listens on IPv4 and IPv6', async ({ testDatabase }) => {
  await using child = start({ PORT: '0', DATA_DIR: testDatabase.dataDir });
  const { port } = new URL(await originOf(child));
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
  }
});

test('the log has a line for each request, and no secret', async ({ testDatabase }) => {
  await using child = start({ PORT: '0', DATA_DIR: testDatabase.dataDir });
  const origin = await originOf(child);
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
  await fetch(`${origin}${callPaths.posts}?token=whisper`, { headers: { Authorization: 'Bearer whisper' } });
  await fetch(`${origin}${callPaths.login}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: 'session=whisper' },
    body: '{"email":"ada@example.com","password":"whisper"}',
  });
  await expect.poll(() => lines.length).toBe(3);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', path: callPaths.posts, status: 200, ms: expect.any(Number) },
    { level: 40, address: expect.stringContaining('127.0.0.1'), code: 'wrong_credentials', msg: 'a login was refused' },
    { method: 'POST', path: callPaths.login, status: 401, ms: expect.any(Number) },
  ]);
  expect(lines.join()).not.toContain('ada@example.com');
  expect(lines.join()).not.toContain('whisper');
});

test('the log has a single warning about forwarding headers from an untrusted proxy', async ({ testDatabase }) => {
  await using child = start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: testDatabase.dataDir, SAMPLE_POSTS: '0' });
  const origin = await originOf(child);
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
  for (let request = 0; request < 3; request++) {
    await fetch(`${origin}/healthz`, { headers: { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https' } });
  }
  await expect.poll(() => lines.filter((line) => line.includes('"request"')).length).toBe(3);
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  expect(warnings).toMatchObject([{ address: '127.0.0.1', headers: ['X-Forwarded-For', 'X-Forwarded-Proto'] }]);
  expect(warnings[0].msg).toContain('TRUST_PROXY');
});

test('a wrong configuration is refused with one line that names the variable', async ({ testDatabase }) => {
  await using taken = start({ PORT: '0', DATA_DIR: testDatabase.dataDir });
  const { port } = new URL(await originOf(taken));
  await using other = await temporaryFolder();
  const file = path.join(other.folder, 'a file');
  await writeFile(file, '');
  // An invalid `PORT` stands for all invalid values; config.test.ts tests the others.
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'many' }, /PORT/],
    [{ PORT: port }, /PORT .*in use/],
    [{ DATABASE_URL: 'postgres://storyline@127.0.0.1:1/none' }, /DATABASE_URL/],
    [{ DATA_DIR: file }, /DATA_DIR/],
    [{ DATA_DIR: '/dev/null/folder' }, /DATA_DIR/],
  ];
  for (const [env, says] of wrong) {
    await using child = start({ PORT: '0', DATA_DIR: other.folder, ...env });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect({ code, lines: said.trimEnd().split('\n').length }, said).toEqual({ code: 1, lines: 1 });
    expect(said).toMatch(says);
  }
});
