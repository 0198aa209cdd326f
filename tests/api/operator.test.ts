import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths } from '../../src/contract/paths.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { findWriting } from '../../src/writing/import-texts/find-writing.ts';
import { scaled } from '../test-run.ts';
import { command } from './support/command.ts';
import { makeImage, uploadTo } from './support/images.ts';
import { publishUnderKey, registerWriter, send, versionOf, type Writer } from './support/load.ts';
import { serveHere } from './support/serve-here.ts';
import {
  openEmptyPostgresDatabase,
  type StoreKind,
  sqlite,
  stores,
  type TestDatabase,
  temporaryFolder,
} from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** Each command is a process of its own, which takes seconds to start on a busy machine. */
const patience = { timeout: scaled(120_000) };

const json = { 'Content-Type': 'application/json' };

type Served = AsyncDisposable & { origin: string };

type Operated = AsyncDisposable & {
  servers: [Served, Served];
  user(...args: string[]): ReturnType<typeof command>;
  post(...args: string[]): ReturnType<typeof command>;
  /** Sends the same request to each server. */
  askBoth(method: string, path: string, headers?: Record<string, string>, body?: object): ReturnType<typeof ask>;
};

const envOf = ({ dataDir, databaseUrl = '' }: TestDatabase) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

function ask(servers: { origin: string }[], method: string, path: string, headers = {}, body?: object) {
  const text = body && JSON.stringify(body);
  return Promise.all(
    servers.map(({ origin }) => send(undefined, method, origin + path, { ...json, ...headers }, text)),
  );
}

/** Opens two servers on one database, and the operator's commands, which run as processes. */
async function openOperated(kind: StoreKind): Promise<Operated> {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const servers: [Served, Served] = await Promise.all([serveHere(testDatabase), serveHere(testDatabase)]);
  for (const server of servers) owned.use(server);
  const opened = owned.move();
  return {
    servers,
    user: (...args) => command('user', args, envOf(testDatabase)),
    post: (...args) => command('post', args, envOf(testDatabase)),
    askBoth: (method, path, headers, body) => ask(servers, method, path, headers, body),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
const codes = (answers: { body: string }[]) => answers.map(({ body }) => JSON.parse(body).code);
const credentials = (password = 'correct horse battery') => ({ email: 'ada@example.com', password });

async function publish({ servers }: Operated, writer: Writer, title: string): Promise<string> {
  const { body } = await publishUnderKey(servers[0].origin, writer, { key: title, title });
  return JSON.parse(body)._id;
}

test('a post that the operator deletes disappears from every running server at once', patience, async ({ store }) => {
  await using operated = await openOperated(store);
  const writer = await registerWriter(operated.servers[0].origin);
  const [kept, gone] = [await publish(operated, writer, 'stays'), await publish(operated, writer, 'goes')];
  const places = [callPaths.posts, '/feed.xml', '/home', callPaths.userPosts(writer.userId)];
  for (const place of places) for (const { body } of await operated.askBoth('GET', place)) expect(body).toContain(gone);
  const { code, said } = await operated.post('delete', gone);
  expect([code, said]).toEqual([0, `The post ${gone} is deleted.`]);
  for (const place of places) {
    for (const { body } of await operated.askBoth('GET', place)) {
      expect([place, body.includes(gone), body.includes(kept)]).toEqual([place, false, true]);
    }
  }
  expect(statuses(await operated.askBoth('GET', callPaths.post(gone)))).toEqual([404, 404]);
  const again = await operated.post('delete', gone);
  expect([again.code, again.said]).toEqual([1, `there is no post with the id ${gone}`]);
  // The post's key stays in use, so a late repeat publishes nothing.
  await publish(operated, writer, 'goes');
  expect(statuses(await operated.askBoth('GET', callPaths.post(gone)))).toEqual([404, 404]);
});

test("a suspended account can't log in or write, keeps its posts, and can be resumed", patience, async ({ store }) => {
  await using operated = await openOperated(store);
  const writer = await registerWriter(operated.servers[0].origin);
  const id = await publish(operated, writer, 'stays');
  expect(await operated.user('suspend', 'ADA@example.com')).toMatchObject({
    code: 0,
    said: 'ada@example.com is suspended; 1 sessions have ended. Its posts stay where they are.',
  });
  const login = await operated.askBoth('POST', callPaths.login, {}, credentials());
  expect(statuses(login)).toEqual([403, 403]);
  expect(codes(login)).toEqual(['account_suspended', 'account_suspended']);
  const wrong = await operated.askBoth('POST', callPaths.login, {}, credentials('a wrong guess'));
  expect(codes(wrong)).toEqual(['wrong_credentials', 'wrong_credentials']);
  const post = { title: 'more', imgUrl: '', content: '' };
  expect(statuses(await operated.askBoth('POST', callPaths.posts, writer.bearer, post))).toEqual([401, 401]);
  expect(statuses(await operated.askBoth('GET', callPaths.profile, writer.bearer))).toEqual([401, 401]);
  expect(statuses(await operated.askBoth('GET', callPaths.post(id)))).toEqual([200, 200]);
  expect((await operated.user('list')).stdout).toMatch(/^ada@example.com\tada\t1\t\S+\t20\S+\t\S+$/m);
  expect((await operated.user('resume', 'ada@example.com')).code).toBe(0);
  expect(statuses(await operated.askBoth('POST', callPaths.login, {}, credentials()))).toEqual([200, 200]);
  expect((await operated.user('list')).stdout).toMatch(/^ada@example.com\tada\t1\t\S+\t-\t\S+$/m);
});

test('an export has every version and image of every post, and overwrites no file', patience, async ({ store }) => {
  await using operated = await openOperated(store);
  const [{ origin }] = operated.servers;
  const writer = await registerWriter(origin);
  const id = await publish(operated, writer, 'One');
  for (let number = 0; number < 20; number++) await publish(operated, writer, `${number}`);
  for (const title of ['Two', 'Three']) {
    const press = { key: title, title, edits: await versionOf(origin, id) };
    expect((await publishUnderKey(origin, writer, press)).status).toBe(200);
  }
  const image = await makeImage();
  expect((await uploadTo(origin, writer, image)).status).toBe(201);
  await using other = await temporaryFolder();
  const file = path.join(other.folder, 'ada.zip');
  expect((await operated.user('export', 'ada@example.com', '--to', file)).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const zip = new File([readFileSync(file)], 'ada.zip');
  const found = await findWriting([zip], () => undefined, new AbortController().signal);
  expect([found.from, found.leftOut, found.pictures.map((picture) => picture.path)]).toEqual([
    'Storyline',
    [],
    [`images/${image.name}`],
  ]);
  const texts = found.texts.map(async ({ originalId: _id, createdAt, read, versions }) => {
    const earlier = versions.toReversed().map(async ({ version, read }) => ({ version, ...(await read()) }));
    return { _id, createdAt, ...(await read()), versions: await Promise.all(earlier) };
  });
  const read = async (path: string) => JSON.parse((await send(undefined, 'GET', origin + path, writer.bearer)).body);
  const versions = await Promise.all([2, 1].map((version) => read(callPaths.version(id, version))));
  expect(versions.map(({ title }) => title)).toEqual(['Two', 'One']);
  const listed: StoredPost[] = [await read(callPaths.post(id)), ...(await read(callPaths.posts)).toReversed()];
  const known = listed.map(({ _id, createdAt, title, imgUrl, content }) => {
    return { _id, createdAt, title, imgUrl, content, versions: _id === id ? versions : [] };
  });
  expect((await Promise.all(texts)).toSorted((a, b) => `${a._id}`.localeCompare(`${b._id}`))).toEqual(known);
  const twice = await operated.user('export', 'ada@example.com', '--to', file);
  expect([twice.code, twice.said]).toEqual([1, `${file} exists already, and is not overwritten`]);
});

test('an export that fails leaves no file behind', { ...patience, on: sqlite }, async ({ testDatabase, server }) => {
  const writer = await registerWriter(server.origin);
  const content = 'long '.repeat(40_000);
  for (let number = 0; number < 30; number++) {
    await publishUnderKey(server.origin, writer, { key: `${number}`, title: `${number}` }, undefined, content);
  }
  await using other = await temporaryFolder();
  const file = path.join(other.folder, 'ada.zip');
  const args = ['export', 'ada@example.com', '--to', file];
  const { code, said } = await command('user', args, envOf(testDatabase), 2_048);
  expect([code, said]).toEqual([1, expect.stringMatching(/^\S+ada\.zip can't be written: .*$/)]);
  expect(readdirSync(other.folder)).toEqual([]);
});

it('an operator can name an account by its id, or an email that begins with a dash', patience, async () => {
  await using operated = await openOperated(sqlite);
  const [{ origin }] = operated.servers;
  const email = '--to@example.com';
  const registered = await ask([{ origin }], 'POST', callPaths.register, {}, { ...credentials(), name: 'Ada', email });
  const { userId } = JSON.parse(registered[0]?.body ?? '');
  const names = [email, '--TO@example.com', userId, userId.toUpperCase()];
  const outcomes = await Promise.all(names.map((name) => operated.user('suspend', name)));
  expect(outcomes.map(({ code, said }) => [code, said.split(';')[0]])).toEqual(
    names.map(() => [0, `${email} is suspended`]),
  );
  expect((await operated.user('list')).stdout).toMatch(new RegExp(`^${email}\t.*\t${userId}$`, 'm'));
  expect((await operated.user('resume', '--', email)).code).toBe(0);
  expect((await operated.user('delete', email)).code).toBe(0);
  // The account's row stays for a moment without an email, but no command finds it.
  expect(await operated.user('suspend', userId)).toMatchObject({ code: 1 });
});

it('the list of accounts escapes control characters, which terminals would obey', patience, async () => {
  await using operated = await openOperated(sqlite);
  const [{ origin }] = operated.servers;
  const writer = await registerWriter(origin);
  const name = 'a\u009b31m\u007f\u202egpj\u200b';
  expect(statuses(await ask([{ origin }], 'PUT', accountPaths.name, writer.bearer, { name }))).toEqual([200]);
  const { stdout } = await operated.user('list');
  expect(stdout).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}]/u);
  expect(stdout).toContain('\ta\\u009b31m\\u007f\\u202egpj\\u200b\t');
});

test('the invite and password commands write only a PUBLIC_ORIGIN link to stdout', {
  ...patience,
  on: sqlite,
}, async ({ testDatabase, server }) => {
  await registerWriter(server.origin);
  const env = { ...envOf(testDatabase), PUBLIC_ORIGIN: 'https://blog.example', REGISTRATION: 'invite' };
  const links: [string[], RegExp][] = [
    [['invite'], /^https:\/\/blog\.example\/register\?invite=[\w-]{22}\n$/],
    [['password', 'ada@example.com'], /^https:\/\/blog\.example\/recover#[\w-]{43}\n$/],
  ];
  for (const [args, link] of links) {
    const { code, stdout, said } = await command('user', args, env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(link)]);
    expect(said).not.toMatch(/PUBLIC_ORIGIN|REGISTRATION/);
    if (!stdout.includes('#')) continue;
    const reset = { link: stdout.trim().split('#')[1], newPassword: 'a new password' };
    expect(statuses(await ask([server], 'POST', accountPaths.reset, {}, reset))).toEqual([204]);
  }
  const warned = await command('user', ['invite'], envOf(testDatabase));
  expect([warned.code, warned.said]).toEqual([0, expect.stringContaining('REGISTRATION is "open"')]);
});

test('a missing account or database is reported in one line', { ...patience, on: sqlite }, async ({ testDatabase }) => {
  const nothing = await command('user', ['list'], envOf(testDatabase));
  expect([nothing.code, nothing.said]).toEqual([1, expect.stringMatching(/^there is no database \S+storyline\.db.*$/)]);
  await using _ = await serveHere(testDatabase);
  for (const args of [
    ['suspend', 'nobody@example.com'],
    ['delete', '\u001b[2Jx'],
  ]) {
    const { code, said } = await command('user', args, envOf(testDatabase));
    expect([code, said]).toEqual([1, expect.stringMatching(/^there is no account with the email or id [^\p{Cc}]*$/u)]);
  }
  const away = { DATA_DIR: '', DATABASE_URL: 'postgres://storyline@127.0.0.1:1/none' };
  const { code, said } = await command('user', ['list'], away);
  expect([code, said]).toEqual([1, expect.stringMatching(/^the database does not answer: .*$/)]);
});

test('a command with wrong arguments prints its usage and exits with 2', {
  ...patience,
  on: sqlite,
}, async ({ backend: { testDatabase } }) => {
  // operator-arguments.test.ts tests which arguments are wrong.
  const calls = [[], ['constructor'], ['suspend', 'a', 'b'], ['list', 'x']];
  const outcomes = await Promise.all(calls.map((args) => command('user', args, envOf(testDatabase))));
  expect(outcomes.map(({ code, stdout }) => [code, stdout])).toEqual(calls.map(() => [2, '']));
  for (const { said } of outcomes) expect(said).toContain('npm run user -- <command>');
});

it('--help lists the commands and needs no database', patience, async () => {
  for (const args of [['--help'], ['suspend', '--help']]) {
    const { code, stdout } = await command('user', args, { DATA_DIR: '/nowhere' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('suspend <email>')]);
  }
});

it('a command refuses a PostgreSQL database without tables', { tags: ['postgresql'] }, async () => {
  await using testDatabase = await openEmptyPostgresDatabase();
  const { code, said } = await command('user', ['list'], envOf(testDatabase));
  expect([code, said]).toEqual([1, 'the database is empty: start this server on it once']);
});
