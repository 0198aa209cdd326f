import { expect, test } from 'vitest';
import { accountPaths, accountTemplates } from '../../src/contract/account-paths.ts';
import { ownHeaders } from '../../src/contract/headers.ts';
import { sourceOfOwn } from '../../src/contract/import-post.ts';
import { callPaths, callTemplates, sessionCookiePaths } from '../../src/contract/paths.ts';
import type { ProblemCode } from '../../src/contract/problems.ts';
import { sha256 } from '../../src/server/access/sessions.ts';
import { makeAuthenticator } from './support/authenticator.ts';
import { type Author, documentedCalls, origin, problemOf, read, TestBackend } from './support/backend.ts';
import { makeImage } from './support/images.ts';
import { backends, type StoreKind, sqlite } from './support/stores.ts';
import { tablesOfWrites } from './support/tables.ts';

const password = 'correct horse';
const text = { title: 'A title', imgUrl: '', content: 'Words of #somebody.' };
const elsewhere = 'https://evil.example';

/** A request that changes something of its owner's. */
type Ask = { path: string; body?: object; headers?: Record<string, string> };

type Write = {
  /** Prepares what is to be changed, and says how its owner asks for that. */
  of: (backend: TestBackend, owner: Author) => Promise<Ask>;
  /** What a stranger gets who asks for the same: a refusal, or it is done to what is the stranger's own. */
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
      await backend.inDatabase((db) => db.deleteFrom('post_versions').where('post_id', '=', id).execute());
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

/** The headers of a request with the credentials of one person; `other` is somebody else who is logged in. */
const credentials = {
  token: ({ bearer }: Author) => bearer,
  cookie: ({ cookie }: Author) => ({ Cookie: cookie, Origin: origin }),
  'token, and the cookie of another': ({ bearer }: Author, other: Author) => ({
    ...bearer,
    Cookie: other.cookie,
    Origin: origin,
  }),
  'token, from another origin': ({ bearer }: Author) => ({ ...bearer, Origin: elsewhere }),
  'cookie, from another origin': ({ cookie }: Author) => ({ Cookie: cookie, Origin: elsewhere }),
  'cookie, from no origin': ({ cookie }: Author) => ({ Cookie: cookie }),
  'token, in the name of another': ({ bearer }: Author, other: Author) => ({
    ...bearer,
    [ownHeaders.author]: other.userId,
  }),
  none: () => ({ Origin: origin }),
};
type Means = keyof typeof credentials;

function expected(name: string, write: Write, person: Person, means: Means): ProblemCode | 'done' {
  const isOfPosts = sessionCookiePaths.some((path) => name.includes(` ${path}`));
  if (means === 'none') return 'not_authenticated';
  if (means.endsWith('another origin') && !isOfPosts) return 'wrong_origin';
  if (means.startsWith('cookie') && !isOfPosts) return 'not_authenticated';
  if (means.startsWith('cookie, from')) return 'wrong_origin';
  if (person === 'suspended') return 'account_suspended';
  if (person === 'deleted') return 'account_deleted';
  if (person === 'unknown') return 'not_authenticated';
  if (means === 'token, in the name of another' && isOfPosts) return 'wrong_author';
  return person === 'owner' ? 'done' : write.stranger;
}

/** Every row there is, as text: all of them, or those that name one of these ids. */
async function rowsOf(backend: TestBackend, ids?: string[]): Promise<string[]> {
  const found = await backend.inDatabase(async (db) => {
    const rows: string[] = [];
    for (const table of tablesOfWrites) {
      for (const row of await db.selectFrom(table).selectAll().execute()) rows.push(`${table} ${JSON.stringify(row)}`);
    }
    return rows;
  });
  return found.filter((row) => ids?.some((id) => row.includes(id)) ?? true).toSorted();
}

/** The rows of an author, and of the posts they have. */
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

async function openCast(store: StoreKind) {
  const backend = await TestBackend.open(store);
  const [owner, other, suspended, deleted] = [
    await backend.register(),
    await backend.register('other@example.com'),
    await backend.register('suspended@example.com'),
    await backend.register('deleted@example.com'),
  ];
  await backend.inDatabase((db) =>
    db
      .updateTable('users')
      .set({ suspended_at: new Date().toISOString() })
      .where('id', '=', suspended.userId)
      .execute(),
  );
  await backend.send('POST', accountPaths.deleteAccount, { password }, deleted.bearer);
  const secret = 'A'.repeat(43);
  const unknown = { ...other, cookie: `session=${secret}`, bearer: { Authorization: `Bearer ${secret}` } };
  return { backend, owner, other, people: { owner, stranger: other, suspended, deleted, unknown } };
}

const meansOfAll = Object.keys(credentials) as Means[];

const table = Object.entries(writes).map(([name, write]) => {
  const [method = ''] = name.split(' ');
  const cells = people.flatMap((person) =>
    meansOfAll.map((means) => ({ person, means, answer: expected(name, write, person, means) })),
  );
  return { name, method, write, cells };
});

test('the table of writes has every call that changes something and needs a login', async () => {
  await using backend = await TestBackend.open(sqlite);
  const needing = (await documentedCalls(backend)).filter(({ method, needs }) => method !== 'GET' && needs.length > 0);
  const names = needing.map(({ method, template }) => `${method} ${template.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  expect(Object.keys(writes).toSorted()).toEqual(names.toSorted());
});

for (const store of backends) {
  test(`${store.name}: a write is refused to whom it is not for, and changes nothing`, async () => {
    const cast = await openCast(store);
    await using backend = cast.backend;
    for (const { name, method, write, cells } of table) {
      const owned = await write.of(backend, cast.owner);
      const before = await rowsOf(backend);
      for (const { person, means, answer } of cells) {
        if (answer === 'done') continue;
        const other = person === 'owner' ? cast.other : cast.owner;
        const response = await ask(backend, method, owned, credentials[means](cast.people[person], other));
        const cell = `${name}, ${person}, ${means}`;
        expect(`${cell}: ${(await problemOf(response)).code}`).toBe(`${cell}: ${answer}`);
        expect(await rowsOf(backend), cell).toEqual(before);
      }
    }
  });

  for (const { name, method, write, cells } of table) {
    test(`${store.name}: ${name} changes what belongs to who asks, and nothing of anybody else`, async () => {
      await using backend = await TestBackend.open(store);
      const other = await backend.register('other@example.com');
      for (const [index, { person, means, answer }] of cells.entries()) {
        if (answer !== 'done') continue;
        const actor = await backend.register(`actor${index}@example.com`);
        const owned = await write.of(backend, person === 'owner' ? actor : other);
        const before = { all: await rowsOf(backend), other: await rowsOfAuthor(backend, other) };
        const response = await ask(backend, method, owned, credentials[means](actor, other));
        const cell = `${person}, ${means}`;
        expect(response.ok, cell).toBe(true);
        expect(await rowsOf(backend), cell).not.toEqual(before.all);
        expect(await rowsOfAuthor(backend, other), cell).toEqual(before.other);
      }
    });
  }
}
