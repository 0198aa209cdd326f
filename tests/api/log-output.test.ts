import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { makeAuthenticator } from './support/authenticator.ts';
import { originOf, start } from './support/server-process.ts';
import { openSqliteDatabase } from './support/stores.ts';

/** In characters: no line of the log is longer, as its fields are bounded. */
const longestLine = 4_000;

function expectLog(output: string): { msg: string }[] {
  const lines = output.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => line.length > longestLine || !/^[ -~]*$/.test(line))).toEqual([]);
  return lines.map((line) => JSON.parse(line));
}

test('a refused passkey and a malformed share are logged only as short lines of JSON', async () => {
  await using testDatabase = await openSqliteDatabase();
  const site = 'https://blog.example';
  const { dataDir } = testDatabase;
  await using child = start({ PORT: '0', DATA_DIR: dataDir, SAMPLE_POSTS: '0', PUBLIC_ORIGIN: site });
  const origin = await originOf(child);
  if (!child.stdout || !child.stderr) throw new Error('no output');
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  const post = async (pathname: string, body: object, headers = {}) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
    return fetch(origin + pathname, { ...init, body: JSON.stringify(body) });
  };
  const password = 'correct horse';
  const registered = await post(callPaths.register, { name: 'Ada', email: 'ada@example.com', password });
  const bearer = { Authorization: `Bearer ${(await registered.json()).token}` };
  const authenticator = makeAuthenticator({ origin: site });
  const creation = await (await post(accountPaths.passkeyOptions, { password }, bearer)).json();
  expect((await post(accountPaths.passkeys, { response: authenticator.create(creation) }, bearer)).status).toBe(201);
  const request = await (await post(accountPaths.passkeyLoginOptions, {})).json();
  const lying = authenticator.get(request, { origin: `\u001b]0;${'\u009b31m\u202e'.repeat(1_000)}` });
  expect((await post(accountPaths.passkeyLogin, { response: lying })).status).toBe(401);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const share = await fetch(`${origin}/share`, {
    method: 'POST',
    headers,
    body: '--x\r\nnonsense',
    redirect: 'manual',
  });
  expect(share.headers.get('Location')).toBe('/create?left-out=unreadable');
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  const [log, errors] = await written;
  expect(errors).toBe('');
  const refusal = expectLog(log).find(({ msg }) => msg === 'the signature of a passkey was refused');
  expect(refusal).toMatchObject({ reason: expect.stringMatching(/^Unexpected authentication response origin/) });
});

/** A program in which a library, a thread and Node.js itself write output. */
const talkative = `
  import { Worker } from 'node:worker_threads';
  import { createLog } from './log.ts';
  import { logOutput } from './log-output.ts';
  const log = createLog('info');
  logOutput(log);
  log.warn({ nested: { deep: ['\\u009b'.repeat(9_000)] }, err: new Error('\\u009b'.repeat(9_000)) }, 'ours');
  console.error(new Error('of a library\\u009b'));
  console.info('The user aborted a request.');
  process.emitWarning('of Node.js');
  new Worker('console.error("of a thread"); process.emitWarning("of a thread\\'s Node.js")', { eval: true }).on('exit', () => {
    setImmediate(() => Promise.reject(new Error('last words')));
  });`;

test('output of libraries, threads and Node.js is logged as JSON, and so is a crash', async () => {
  const args = ['--input-type=module', '--eval', talkative];
  const cwd = path.resolve(import.meta.dirname, '../../src/server/process');
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [log, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([code, errors]).toEqual([1, '']);
  const said = expectLog(log).map(({ msg }) => msg);
  const fromOutside = ['output of a library or a thread', 'warning of Node.js'];
  expect(new Set(said)).toEqual(new Set(['ours', ...fromOutside, 'unexpected error; the server stops']));
  for (const words of ['of a library', 'aborted', 'of Node.js', 'of a thread', 'last words'])
    expect(log).toContain(words);
});
