import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { originOf, start } from './server-process.ts';
import { openSqlitePlace, temporaryFolder } from './stores.ts';

/** A registration of which half has been sent. */
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

async function listensNoMore(origin: string): Promise<void> {
  const door = () =>
    fetch(`${origin}/healthz`).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(door).toBe('closed');
}

test('on SIGTERM the server takes nothing new, finishes what it has begun, closes the database and ends well', async () => {
  await using place = await openSqlitePlace();
  await using child = start({ PORT: '0', DATA_DIR: place.dataDir, SAMPLE_POSTS: '0' });
  const exited = once(child, 'exit');
  const origin = await originOf(child);
  await fetch(`${origin}/healthz`);
  const { sending, finish } = halfRegistration(origin);
  await once(sending, 'socket');
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200);

  child.kill('SIGTERM');
  await listensNoMore(origin);
  const response = await finish();
  expect(response.statusCode).toBe(201);
  response.resume();
  expect(await exited).toEqual([0, null]);

  using database = new DatabaseSync(path.join(place.dataDir, 'storyline.db'));
  expect(database.prepare('select name from users').all()).toEqual([{ name: 'Ada' }]);
});

test('a second signal ends the server at once', async () => {
  await using place = await openSqlitePlace();
  await using child = start({ PORT: '0', DATA_DIR: place.dataDir, SAMPLE_POSTS: '0' });
  const exited = once(child, 'exit');
  const origin = await originOf(child);
  const { sending } = halfRegistration(origin);
  sending.on('error', () => sending.destroy());
  await once(sending, 'socket');
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  await listensNoMore(origin);
  child.kill('SIGINT');
  expect(await exited).toEqual([1, null]);
});

test('the server answers on IPv4 and IPv6', async () => {
  await using place = await openSqlitePlace();
  await using child = start({ PORT: '0', DATA_DIR: place.dataDir });
  const { port } = new URL(await originOf(child));
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
  }
});

test('the log has a line for each request, and no secret', async () => {
  await using place = await openSqlitePlace();
  await using child = start({ PORT: '0', DATA_DIR: place.dataDir });
  const origin = await originOf(child);
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
  await fetch(`${origin}${callPaths.posts}?token=whisper`, { headers: { Authorization: 'Bearer whisper' } });
  await fetch(`${origin}${callPaths.login}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: 'session=whisper' },
    body: '{"email":"ada@example.com","password":"whisper"}',
  });
  await expect.poll(() => lines.length).toBe(2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', path: callPaths.posts, status: 200, ms: expect.any(Number) },
    { method: 'POST', path: callPaths.login, status: 401, ms: expect.any(Number) },
  ]);
  expect(lines.join()).not.toContain('whisper');
});

test('whatever is asked for, a line of the log is one line of JSON that a terminal can show', async () => {
  await using place = await openSqlitePlace();
  await using child = start({ PORT: '0', DATA_DIR: place.dataDir, SAMPLE_POSTS: '0' });
  const origin = await originOf(child);
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  const paths = ['/a%0a%7b%22level%22:50%7d', '/%1b%5b2J', '/%c2%9b31m', '/%e2%80%ae', `/${'long'.repeat(2_000)}`];
  for (const path of paths) {
    const asking = request(origin, { path, method: 'GET' });
    asking.end();
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    answer?.resume();
  }
  await expect.poll(() => said.trimEnd().split('\n').length).toBe(paths.length);
  expect(said).toMatch(/^[\n\x20-\x7e]+$/);
  for (const line of said.trimEnd().split('\n')) {
    expect(JSON.parse(line)).toMatchObject({ level: 30, id: expect.any(String), method: 'GET', msg: 'request' });
    expect(line.length).toBeLessThan(1_000);
  }
});

test('a wrong configuration is refused with one clear line', { timeout: 90_000 }, async () => {
  await using place = await openSqlitePlace();
  await using taken = start({ PORT: '0', DATA_DIR: place.dataDir });
  const { port } = new URL(await originOf(taken));
  await using other = await temporaryFolder();
  const file = path.join(other.folder, 'a file');
  await writeFile(file, '');
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'many' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: port }, /PORT .*in use/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://storyline@127.0.0.1:1/none' }, /DATABASE_URL/],
    [{ DATA_DIR: file }, /DATA_DIR/],
    [{ DATA_DIR: '/proc/no/folder' }, /DATA_DIR/],
    [{ SAMPLE_POSTS: 'no' }, /SAMPLE_POSTS/],
    [{ TRUST_PROXY: 'my-proxy' }, /TRUST_PROXY/],
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
