import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { invitationHeader } from '../../src/contract/invitation.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { invite } from '../../src/server/accounts/invitations.ts';
import { seedPosts } from '../../src/server/cli/seeding/seed-posts.ts';
import { expectRefusal, TestBackend } from './support/backend.ts';
import { openPages, textsOf } from './support/pages-backend.ts';
import { queryDatabase } from './support/postgres.ts';
import { start } from './support/server-process.ts';
import { backends, postgres, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends, { registration: 'invite' });

const register = (backend: TestBackend, email: string, invitation?: string) => {
  const headers: Record<string, string> = invitation === undefined ? {} : { [invitationHeader]: invitation };
  return backend.send('POST', callPaths.register, { name: 'Ada', email, password: 'correct horse' }, headers);
};

test('an invitation is valid for one registration across all servers', async ({ backend }) => {
  const { code } = await invite(backend.store);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, number) => register(backend, `${number}@example.com`, code)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403]);
  await expectRefusal(await register(backend, 'late@example.com', code), 403, 'invitation_required');
  expect(await backend.db.selectFrom('users').select('id').execute()).toHaveLength(1);
});

test('a registration without a valid, unexpired invitation is refused', async ({ backend }) => {
  const { code } = await invite(backend.store);
  const ends_at = new Date(Date.now() - 1).toISOString();
  await backend.db.updateTable('invitations').set({ ends_at }).execute();
  for (const invitation of [undefined, '', 'made up', code]) {
    await expectRefusal(await register(backend, 'ada@example.com', invitation), 403, 'invitation_required');
  }
  expect(await backend.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('a failed registration does not use up its invitation', async ({ backend }) => {
  const [first, second] = [await invite(backend.store), await invite(backend.store)];
  expect((await register(backend, 'ada@example.com', first.code)).status).toBe(201);
  await expectRefusal(await register(backend, 'ADA@example.com', second.code), 409, 'email_taken', 'email');
  expect((await register(backend, 'bob@example.com', second.code)).status).toBe(201);
});

test('one of several concurrent first registrations succeeds without an invitation', {
  extras: { registration: 'first' },
}, async ({ backend }) => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, number) => register(backend, `${number}@example.com`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403]);
  await expectRefusal(await register(backend, 'late@example.com'), 403, 'invitation_required');
  const { code } = await invite(backend.store);
  expect((await register(backend, 'late@example.com', code)).status).toBe(201);
  expect(await backend.db.selectFrom('users').select('id').execute()).toHaveLength(2);
});

test('with sample posts, the first user still needs no invitation', {
  extras: { registration: 'first' },
}, async ({ backend }) => {
  await seedPosts(backend.store, 0);
  expect((await register(backend, 'ada@example.com')).status).toBe(201);
  await expectRefusal(await register(backend, 'bob@example.com'), 403, 'invitation_required');
});

test('with registration closed, nobody can register, even with an invitation', {
  extras: { registration: 'closed' },
}, async ({ backend }) => {
  const { code } = await invite(backend.store);
  await expectRefusal(await register(backend, 'ada@example.com'), 403, 'registration_closed');
  await expectRefusal(await register(backend, 'ada@example.com', code), 403, 'registration_closed');
});

it('PostgreSQL: only one of several concurrent first registrations succeeds', { tags: ['postgresql'] }, async () => {
  await using backend = await TestBackend.open(postgres, { registration: 'first' });
  const url = backend.testDatabase.databaseUrl ?? '';
  const client = new Client(url);
  await client.connect();
  // The lock makes each registration find no account before any of them is stored.
  await client.query('begin; lock table users in share row exclusive mode');
  const registered = [1, 2, 3, 4].map((number) => register(backend, `${number}@example.com`));
  await expect.poll(() => queryDatabase(url, waiting)).toHaveLength(4);
  await client.query('commit');
  await client.end();
  expect((await Promise.all(registered)).map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403]);
});

const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

it('the register page states any restriction, and always has the same three fields', async () => {
  const said = {
    open: [],
    invite: ['You need an invitation to register here.'],
    closed: ['Registration is closed for now.'],
  } as const;
  for (const [registration, words] of Object.entries(said)) {
    await using pages = await openPages(sqlite, { registration: registration as keyof typeof said });
    for (const path of ['/register', '/register?invite=code']) {
      const page = await pages.page(path);
      expect(textsOf(page, 'form > p:not(.form-error)')).toEqual(words);
      expect([...page.querySelectorAll('input')].map(({ name }) => name)).toEqual(['name', 'email', 'password']);
    }
  }
});

test('the register page asks for an invitation as soon as there is an account', {
  on: sqlite,
  extras: { registration: 'first' },
}, async ({ pages }) => {
  const { backend } = pages;
  const words = async () => textsOf(await pages.page('/register'), 'form > p:not(.form-error)');
  expect(await words()).toEqual([]);
  await backend.register();
  expect(await words()).toEqual(['You need an invitation to register here.']);
});

test('a starting server logs how to register, unless registration is open', { on: stores }, async ({ store }) => {
  await using database = await store.open();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL = '' } = database;
  const publicly = { PORT: '0', HOST: '127.0.0.1', SAMPLE_POSTS: '0', PUBLIC_ORIGIN: 'https://blog.example' };
  /** Starts a server and sends it a request. Returns the log's messages before that request. */
  const startAndAsk = async (env: Record<string, string>, path: string, init?: RequestInit) => {
    await using server = start({ ...publicly, ...env, DATA_DIR, DATABASE_URL });
    const said: string[] = [];
    let asking: Promise<Response> | undefined;
    if (!server.stdout) throw new Error('no output');
    for await (const line of createInterface(server.stdout)) {
      const [, origin] = /^Storyline is open at (\S+)$/.exec(line) ?? [];
      if (origin) {
        asking = fetch(origin + path, init);
        continue;
      }
      const { msg, path: asked } = JSON.parse(line);
      if (asked === path) break;
      said.push(msg);
    }
    await (await asking)?.text();
    return said;
  };
  const body = JSON.stringify({ name: 'Leila', email: 'leila@blog.example', password: 'correct horse' });
  const headers = { 'Content-Type': 'application/json' };
  const [first = '', ...more] = await startAndAsk({}, callPaths.register, { method: 'POST', headers, body });
  expect([first, more]).toEqual([expect.stringContaining('https://blog.example/register'), []]);
  const invited = [expect.stringContaining('npm run user -- invite')];
  expect(await startAndAsk({}, '/healthz')).toEqual(invited);
  expect(await startAndAsk({ REGISTRATION: 'open' }, '/healthz')).toEqual([]);
});
