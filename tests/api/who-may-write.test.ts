import { expect } from 'vitest';
import { accountPaths, accountTemplates } from '../../src/contract/account-paths.ts';
import { ownHeaders } from '../../src/contract/headers.ts';
import { sourceOfOwn } from '../../src/contract/import-post.ts';
import { callPaths, callTemplates, sessionCookiePaths } from '../../src/contract/paths.ts';
import type { ProblemCode } from '../../src/contract/problems.ts';
import { sha256 } from '../../src/server/access/sessions.ts';
import { makeAuthenticator } from './support/authenticator.ts';
import {
  type Author,
  documentedCalls,
  expectRefusal,
  origin,
  problemOf,
  read,
  type TestBackend,
} from './support/backend.ts';
import { makeImage } from './support/images.ts';
import { backends, sqlite } from './support/stores.ts';
import { tablesOfWrites } from './support/tables.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

const password = 'correct horse';
const text = { title: 'A title', imgUrl: '', content: 'Words of #somebody.' };
/** Other origins. Two of them differ from the site's own origin only in port or scheme. */
const elsewhere = ['https://evil.example', 'http://localhost:3001', 'https://localhost:3000', 'null'];

/** A request that changes data of its sender. */
type Ask = { path: string; body?: object; headers?: Record<string, string> };

type Write = {
  /** Stores what the request needs, and returns a request by which the owner changes their own data. */
  of: (backend: TestBackend, owner: Author) => Promise<Ask>;
  /** The refusal if a stranger sends the request; `done` if it then changes only the stranger's own data. */
  stranger: ProblemCode | 'done';
};

const makePasskey = async (backend: TestBackend, owner: Author) => {
  const authenticator = makeAuthenticator();
  const options = await backend.send('POST', accountPaths.passkeyOptions, { password }, owner.bearer);
  return { id: authenticator.id, body: { response: authenticator.create(await read(options)) } };
};

const always = (ask: Ask) => async () => ask;

/** Every call that changes something and needs a login. */
const writes: Record<string, Write> = {
  [`POST ${callTemplates.posts}`]: { of: always({ path: callPaths.posts, body: text }), stranger: 'done' },
  [`POST ${callTemplates.importPost}`]: {
    async of(backend, owner) {
      const { _id: id, createdAt } = await read(await backend.publish(owner));
      const versions = [{ ...text, createdAt: '2019-03-01T12:00:00.000Z', version: 1 }];
      const brought = { ...text, source: sourceOfOwn(id), createdAt, updatedAt: null, version: 2, versions };
      await backend.edit(owner, await read(await backend.request(callPaths.post(id))), { title: 'Edited' });
      await backend.db.deleteFrom('post_versions').where('post_id', '=', id).execute();
      return { path: callPaths.importPost, body: brought };
    },
    stranger: 'done',
  },
  [`PUT ${callTemplates.post}`]: {
    async of(backend, owner) {
      const { _id: id, etag } = await read(await backend.publish(owner));
      return { path: callPaths.post(id), body: { ...text, title: 'Edited' }, headers: { 'If-Match': etag } };
    },
    stranger: 'not_owner',
  },
  [`DELETE ${callTemplates.post}`]: {
    of: async (backend, owner) => ({ path: callPaths.post((await read(await backend.publish(owner)))._id) }),
    stranger: 'not_owner',
  },
  [`PUT ${callTemplates.image}`]: {
    async of() {
      const { name, bytes } = await makeImage();
      return { path: callPaths.image(name), body: new Blob([bytes]) };
    },
    stranger: 'done',
  },
  [`PUT ${accountTemplates.name}`]: {
    of: always({ path: accountPaths.name, body: { name: 'Grace' } }),
    stranger: 'done',
  },
  [`PUT ${accountTemplates.password}`]: {
    of: always({ path: accountPaths.password, body: { password, newPassword: 'battery staple' } }),
    stranger: 'done',
  },
  [`DELETE ${accountTemplates.sessions}`]: { of: always({ path: accountPaths.sessions }), stranger: 'done' },
  [`DELETE ${accountTemplates.session}`]: {
    of: async (backend, { email }) => ({ path: accountPaths.session(sha256((await backend.logIn(email)).token)) }),
    stranger: 'session_not_found',
  },
  [`POST ${accountTemplates.recoveryCodes}`]: {
    of: always({ path: accountPaths.recoveryCodes, body: { password } }),
    stranger: 'done',
  },
  [`POST ${accountTemplates.deleteAccount}`]: {
    of: always({ path: accountPaths.deleteAccount, body: { password } }),
    stranger: 'done',
  },
  [`POST ${accountTemplates.passkeyOptions}`]: {
    of: always({ path: accountPaths.passkeyOptions, body: { password } }),
    stranger: 'done',
  },
  [`POST ${accountTemplates.passkeys}`]: {
    of: async (backend, owner) => ({ path: accountPaths.passkeys, body: (await makePasskey(backend, owner)).body }),
    stranger: 'passkey_refused',
  },
  [`DELETE ${accountTemplates.passkey}`]: {
    async of(backend, owner) {
      const { id, body } = await makePasskey(backend, owner);
      expect((await backend.send('POST', accountPaths.passkeys, body, owner.bearer)).status).toBe(201);
      return { path: accountPaths.passkey(id) };
    },
    stranger: 'passkey_not_found',
  },
};

const people = ['owner', 'stranger', 'suspended', 'deleted', 'unknown'] as const;
type Person = (typeof people)[number];

/** Functions that return headers with one person's credentials. `other` is another user, who is logged in. */
const credentials = {
  token: ({ bearer }: Author) => bearer,
  cookie: ({ cookie, userId }: Author) => ({ Cookie: cookie, Origin: origin, [ownHeaders.author]: userId }),
  'token, and the cookie of another': ({ bearer }: Author, other: Author) => ({
    ...bearer,
    Cookie: other.cookie,
    Origin: origin,
  }),
  'token, from another origin': ({ bearer }: Author, _: Author, from = '') => ({ ...bearer, Origin: from }),
  'cookie, from another origin': ({ cookie }: Author, _: Author, from = '') => ({ Cookie: cookie, Origin: from }),
  'cookie, from no origin': ({ cookie }: Author) => ({ Cookie: cookie }),
  'token, in the name of another': ({ bearer }: Author, other: Author) => ({
    ...bearer,
    [ownHeaders.author]: other.userId,
  }),
  'cookie, in the name of another': ({ cookie }: Author, other: Author) => ({
    Cookie: cookie,
    Origin: origin,
    [ownHeaders.author]: other.userId,
  }),
  'token as a cookie': ({ token }: Author) => ({ Cookie: `session=${token}`, Origin: origin }),
  none: () => ({ Origin: origin }),
};
type Means = keyof typeof credentials;

function expected(name: string, write: Write, person: Person, means: Means): ProblemCode | 'done' {
  const isOfPosts = sessionCookiePaths.some((path) => name.includes(` ${path}`));
  if (means === 'none' || means === 'token as a cookie') return 'not_authenticated';
  if (means.endsWith('another origin') && !isOfPosts) return 'wrong_origin';
  if (means.startsWith('cookie') && !isOfPosts) return 'not_authenticated';
  if (means.startsWith('cookie, from')) return 'wrong_origin';
  if (person === 'suspended') return 'account_suspended';
  if (person === 'deleted') return 'account_deleted';
  if (person === 'unknown') return 'not_authenticated';
  if (means.endsWith('in the name of another') && isOfPosts) return 'wrong_author';
  return person === 'owner' ? 'done' : write.stranger;
}

/** Returns, as text, all rows that a write may change, or only those that name one of these ids. */
async function rowsOf(backend: TestBackend, ids?: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of tablesOfWrites) {
    const rows = await backend.db.selectFrom(table).selectAll().execute();
    found.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return found.filter((row) => ids?.some((id) => row.includes(id)) ?? true).toSorted();
}

/** Returns the rows that name an author or one of their posts. */
async function rowsOfAuthor(backend: TestBackend, { userId }: Author): Promise<string[]> {
  const ofAuthor = (await backend.list(callPaths.userPosts(userId))).map(({ _id: id }) => id);
  return rowsOf(backend, [userId, ...ofAuthor]);
}

async function ask(
  backend: TestBackend,
  method: string,
  { path, body, headers = {} }: Ask,
  who: Record<string, string>,
) {
  const all: Record<string, string> = { ...headers, ...who };
  if (body === undefined) return backend.request(path, { method, headers: all });
  if (body instanceof Blob) return backend.request(path, { method, headers: all, body });
  return backend.send(method, path, body, all);
}

/** Returns one account for each kind of person in `people`. */
async function accountsByKind(backend: TestBackend, owner: Author, stranger: Author): Promise<Record<Person, Author>> {
  const suspended = await backend.register('suspended@example.com');
  const deleted = await backend.register('deleted@example.com');
  const suspended_at = new Date().toISOString();
  await backend.db.updateTable('users').set({ suspended_at }).where('id', '=', suspended.userId).execute();
  await backend.send('POST', accountPaths.deleteAccount, { password }, deleted.bearer);
  const secret = 'A'.repeat(43);
  const bearer = { Authorization: `Bearer ${secret}` };
  const unknown = { ...stranger, token: secret, cookie: `session=${secret}`, bearer };
  return { owner, stranger, suspended, deleted, unknown };
}

const meansOfAll = Object.keys(credentials) as Means[];

const table = Object.entries(writes).map(([name, write]) => {
  const [method = ''] = name.split(' ');
  const cells = people.flatMap((person) =>
    meansOfAll.map((means) => ({ person, means, answer: expected(name, write, person, means) })),
  );
  return { name, method, write, cells };
});

test('other origins can make no call without login, except login and register', async ({ backend }) => {
  const open = (await documentedCalls(backend)).filter(({ method, needs }) => method !== 'GET' && needs.length === 0);
  const bodies: Record<string, object> = {
    [accountPaths.logout]: { session: sha256('none') },
    [accountPaths.recover]: { email: 'ada@example.com', code: 'x', newPassword: password },
    [accountPaths.reset]: { link: 'x', newPassword: password },
    [accountPaths.passkeyLoginOptions]: {},
    [accountPaths.passkeyLogin]: { response: {} },
  };
  const others = open.map(({ template }) => template).filter((path) => path !== callPaths.register);
  expect(others.toSorted()).toEqual([...Object.keys(bodies), callPaths.login].toSorted());
  for (const [path, body] of Object.entries(bodies))
    for (const Origin of elsewhere)
      await expectRefusal(await backend.send('POST', path, body, { Origin }), 403, 'wrong_origin');
});

/** The calls that return private data, and the credentials that they need. Other origins may make the `open` calls. */
const reads: Record<string, { by: 'token' | 'token or cookie'; stranger: ProblemCode | 'done'; open?: true }> = {
  [callTemplates.profile]: { by: 'token', stranger: 'done', open: true },
  [accountTemplates.sessions]: { by: 'token', stranger: 'done' },
  [accountTemplates.recoveryCodes]: { by: 'token', stranger: 'done' },
  [accountTemplates.passkeys]: { by: 'token', stranger: 'done' },
  [callTemplates.versions]: { by: 'token or cookie', stranger: 'not_owner', open: true },
  [callTemplates.version]: { by: 'token or cookie', stranger: 'not_owner', open: true },
};

test('private data can be read by its owner alone', { on: backends }, async ({ backend, author, bob }) => {
  const people = await accountsByKind(backend, author, bob);
  const { _id: id } = await read(await backend.publish(author));
  const needing = (await documentedCalls(backend)).filter(({ method, needs }) => method === 'GET' && needs.length > 0);
  const templates = needing.map(({ template }) => template.replaceAll(/\{(\w+)\}/g, ':$1'));
  expect(templates.toSorted()).toEqual(Object.keys(reads).toSorted());
  for (const [template, { by, stranger, open }] of Object.entries(reads)) {
    const path = template.replace(':id', id).replace(':version', '1');
    const answerTo = async (headers: Record<string, string>) => {
      const response = await backend.request(path, { headers });
      expect(response.headers.get('Cache-Control'), path).toContain('no-store');
      return response.ok ? 'done' : (await problemOf(response)).code;
    };
    const answers = async ({ bearer, cookie }: Author) => [
      await answerTo(bearer),
      await answerTo({ Cookie: cookie }),
      await answerTo({ Cookie: cookie, Origin: origin }),
      await answerTo({ ...bearer, Origin: elsewhere[0] ?? '' }),
      await answerTo({ Cookie: cookie, Origin: elsewhere[0] ?? '' }),
    ];
    const byCookie = (answer: string) => (by === 'token' ? 'not_authenticated' : answer);
    const expected = (answer: string) => [
      answer,
      ...[answer, answer].map(byCookie),
      open ? answer : 'wrong_origin',
      by === 'token' ? (open ? 'not_authenticated' : 'wrong_origin') : 'wrong_origin',
    ];
    expect([path, await answers(people.owner)]).toEqual([path, expected('done')]);
    expect([path, await answers(people.stranger)]).toEqual([path, expected(stranger)]);
    expect([path, await answers(people.suspended)]).toEqual([path, expected('account_suspended')]);
    expect([path, await answers(people.deleted)]).toEqual([path, expected('account_deleted')]);
    expect([path, await answers(people.unknown)]).toEqual([path, expected('not_authenticated')]);
    const { token, cookie } = people.owner;
    for (const Authorization of ['', 'Bearer', 'Bearer wrong', `Bearer ${cookie.slice('session='.length)}`, token])
      expect(await answerTo({ Authorization })).toBe('not_authenticated');
    expect(await answerTo(credentials['token as a cookie'](people.owner))).toBe('not_authenticated');
  }
});

test('the table of writes has every documented write that needs a login', async ({ backend }) => {
  const needing = (await documentedCalls(backend)).filter(({ method, needs }) => method !== 'GET' && needs.length > 0);
  const names = needing.map(({ method, template }) => `${method} ${template.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  expect(Object.keys(writes).toSorted()).toEqual(names.toSorted());
});

test('a write without permission is refused and stores nothing', { on: backends }, async ({ backend, author, bob }) => {
  const people = await accountsByKind(backend, author, bob);
  for (const [row, { name, method, write, cells }] of table.entries()) {
    const owned = await write.of(backend, author);
    const from = elsewhere[row % elsewhere.length];
    const before = await rowsOf(backend);
    for (const { person, means, answer } of cells) {
      if (answer === 'done') continue;
      const other = person === 'owner' ? bob : author;
      const response = await ask(backend, method, owned, credentials[means](people[person], other, from));
      const cell = `${name}, ${person}, ${means}`;
      expect(`${cell}: ${(await problemOf(response)).code}`).toBe(`${cell}: ${answer}`);
    }
    expect(await rowsOf(backend), name).toEqual(before);
  }
});

for (const { name, method, write, cells } of table)
  test(`${name} changes only data of the caller`, { on: backends }, async ({ backend, bob: other }) => {
    for (const [index, { person, means, answer }] of cells.entries()) {
      if (answer !== 'done') continue;
      const actor = await backend.register(`actor${index}@example.com`);
      const owned = await write.of(backend, person === 'owner' ? actor : other);
      const before = { all: await rowsOf(backend), other: await rowsOfAuthor(backend, other) };
      const response = await ask(backend, method, owned, credentials[means](actor, other, elsewhere[0]));
      const cell = `${person}, ${means}`;
      expect(response.ok, cell).toBe(true);
      // Only a call that opens a session sets the cookie. Otherwise a late response could set it again after a logout.
      expect(response.headers.has('Set-Cookie'), cell).toBe(name.endsWith(accountPaths.password));
      expect(await rowsOf(backend), cell).not.toEqual(before.all);
      expect(await rowsOfAuthor(backend, other), cell).toEqual(before.other);
    }
  });
