// @module-tag exhaustive: drives Caddy and nginx, other people's programs
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { longestPostBody } from '../../src/server/http/json-body.ts';
import { freePort } from '../browser/support/free-port.ts';
import { serveOnHeldSocket } from './support/held-socket.ts';
import { queryDatabase } from './support/postgres.ts';
import {
  ask,
  caddy,
  keepingAlive,
  nginx,
  type ProxyKind,
  type ProxyOptions,
  type ReverseProxy,
} from './support/proxies.ts';
import { type ServerProcess, serve } from './support/server-process.ts';
import { openPostgresDatabase, openSqliteDatabase, type TestDatabase } from './support/stores.ts';

const installed = [caddy, nginx].filter(({ isHere }) => isHere);
const missing = [caddy, nginx].filter(({ isHere }) => !isHere);

test.for(missing)('$name is not installed, so its configuration is not tested', (_, { skip }) => skip());

/** The settings for a server behind a proxy. Limits per account are off, as one author publishes all posts. */
const environment = {
  TRUST_PROXY: '127.0.0.1',
  SAMPLE_POSTS: '0',
  POSTS_PER_ACCOUNT: '0',
  POST_BYTES_PER_ACCOUNT: '0',
};

/** Starts the built server on this port, with the settings above. */
const serveOn = (port: number, testDatabase: TestDatabase, env: Record<string, string> = {}) =>
  serve(testDatabase, { ...environment, PORT: `${port}`, ...env });

/** Opens this proxy, and one server on SQLite behind it. */
async function openBehind(
  kind: ProxyKind,
  how: { env?: Record<string, string>; changes?: ProxyOptions['changes'] } = {},
) {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await openSqliteDatabase());
  const port = await freePort();
  const proxy = owned.use(await kind.open({ servers: [port], ...(how.changes && { changes: how.changes }) }));
  owned.use(await serveOn(port, testDatabase, { PUBLIC_ORIGIN: proxy.origin, ...how.env }));
  const open = owned.move();
  return { ...proxy, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

const json = { 'Content-Type': 'application/json' };
const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

async function register(proxy: ReverseProxy) {
  const answer = await ask(proxy, callPaths.register, { method: 'POST', headers: json, body: JSON.stringify(account) });
  expect(answer.status).toBe(201);
  const { token }: { token: string } = JSON.parse(answer.body);
  return { token, setCookie: answer.headers['set-cookie']?.[0] ?? '' };
}

const publish = (proxy: ReverseProxy, post: object, headers: Record<string, string>) =>
  ask(proxy, callPaths.posts, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify({ title: '', imgUrl: '', content: '', ...post }),
  });

test.for(installed)("behind $name, a login cookie alone can publish, but only from the site's origin", async (kind) => {
  await using proxy = await openBehind(kind);
  await register(proxy);
  const { name: _, ...login } = account;
  const answer = await ask(proxy, callPaths.login, { method: 'POST', headers: json, body: JSON.stringify(login) });
  const [cookie = '', ...attributes] = (answer.headers['set-cookie']?.[0] ?? '').split('; ');
  expect([answer.status, attributes]).toEqual([200, expect.arrayContaining(['Secure', 'SameSite=Strict'])]);
  const asWorker = { Cookie: cookie, Origin: proxy.origin, 'Idempotency-Key': randomUUID() };
  expect((await publish(proxy, { title: 'From a closed app' }, asWorker)).status).toBe(201);
  const fromElsewhere = { ...asWorker, Origin: proxy.origin.replace('https', 'http') };
  expect((await publish(proxy, { title: 'Forged' }, fromElsewhere)).status).toBe(403);
  const posts: { title: string }[] = JSON.parse((await ask(proxy, callPaths.posts)).body);
  expect(posts.map(({ title }) => title)).toEqual(['From a closed app']);
});

test.for(installed)("behind $name, forged X-Forwarded headers do not change a page's canonical link", async (kind) => {
  await using proxy = await openBehind(kind);
  const forged = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'evil.example', 'X-Request-Id': 'forged' };
  for (const headers of [{}, forged]) {
    const page = await ask(proxy, '/home', { headers });
    expect(page.status).toBe(200);
    expect(page.body).toContain(`<link rel="canonical" href="${proxy.origin}/home">`);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/);
  }
});

/** Sends raw bytes over TLS to the site's host name, and returns the whole response. */
async function sendRaw({ port, ca }: ReverseProxy, request: string): Promise<string> {
  const client = connect({ host: '127.0.0.1', port, ca, servername: 'localhost', ALPNProtocols: ['http/1.1'] });
  const { promise: closed, resolve } = Promise.withResolvers();
  let answer = '';
  client.on('data', (bytes) => {
    answer += bytes;
  });
  // A proxy that refuses a Host header may reset the connection.
  client.on('error', () => client.destroy());
  client.on('close', resolve);
  client.write(request);
  await closed;
  return answer;
}

test.for(installed)("behind $name, a forged host does not change a page's canonical link", async (kind) => {
  await using proxy = await openBehind(kind, { env: { PUBLIC_ORIGIN: '' } });
  const targets = [
    ['/home', 'evil.example'],
    ['/home', 'localhost:1234'],
    ['/home', 'LOCALHOST.'],
    ['/home', 'localhost@evil.example'],
    ['/home', 'localhost, evil.example'],
    ['/home', 'localhost\r\nHost: evil.example'],
    ['https://localhost/home', 'evil.example'],
    ['https://localhost:1234/home', 'localhost'],
    ['https://evil.example/home', 'localhost'],
  ] as const;
  const named = [];
  for (const [target, host] of targets) {
    const answer = await sendRaw(proxy, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).not.toContain('evil.example');
    if (target.startsWith('/') && host === 'evil.example') expect(answer).toBe('');
    named.push(...[...answer.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, address]) => address));
  }
  expect(new Set(named)).toEqual(new Set(['https://localhost/home']));
  const plain = await ask(proxy, '/home');
  expect(plain.body).toContain('<link rel="canonical" href="https://localhost/home">');
});

test.for(installed)('behind $name, a forged X-Forwarded-For does not evade the login limit', async (kind) => {
  await using proxy = await openBehind(kind, { env: { LOGINS_PER_ADDRESS: '2', LOGINS_PER_ACCOUNT: '0' } });
  const guess = (address: string) =>
    ask(proxy, callPaths.login, {
      method: 'POST',
      // A proxy drops the headers that `Connection` names, but must keep the one that it adds itself.
      headers: { ...json, 'X-Forwarded-For': address, Connection: 'close, X-Forwarded-For' },
      body: JSON.stringify({ email: account.email, password: 'a wrong guess' }),
    });
  const statuses = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) statuses.push((await guess(address)).status);
  expect(statuses).toEqual([401, 401, 429]);
});

test.for(installed)('$name redirects HTTP to HTTPS, and neither redirects nor serves other hosts', async (kind) => {
  await using proxy = await openBehind(kind);
  const { port, plainPort, ca } = proxy;
  const asking = request({ host: '127.0.0.1', port: plainPort, path: '/blog/1?a=b', headers: { Host: 'localhost' } });
  asking.end();
  const [answer] = await once(asking, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(308);
  expect(answer.headers.location.replace(`:${port}`, '')).toBe('https://localhost/blog/1?a=b');
  const tls = connect({ host: '127.0.0.1', port, ca, servername: 'other.example' });
  const [error] = await once(tls, 'error');
  expect(String(error)).toMatch(/alert|ECONNRESET|EPIPE/);
  tls.destroy();
  const elsewhere = request({ host: '127.0.0.1', port: plainPort, path: '/', headers: { Host: 'other.example' } });
  elsewhere.end();
  // The proxy may close the connection without an answer, or answer without a redirect.
  const location = await once(elsewhere, 'response').then(
    ([other]: IncomingMessage[]) => other?.headers.location,
    () => undefined,
  );
  elsewhere.destroy();
  expect(location).toBeUndefined();
});

test.for(installed)('$name forwards compressed responses and 304 responses unchanged', async (kind) => {
  await using proxy = await openBehind(kind);
  const { token } = await register(proxy);
  await publish(proxy, { title: 'One', content: 'story '.repeat(1_000) }, { Authorization: `Bearer ${token}` });
  for (const pathname of [callPaths.posts, '/home']) {
    const forms = [];
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { status, headers, body } = await ask(proxy, pathname, { headers: { 'Accept-Encoding': accepted } });
      expect([status, headers.vary, body.length > 0]).toEqual([200, 'Accept-Encoding', true]);
      forms.push(headers['content-encoding']);
      const known = { 'Accept-Encoding': accepted, 'If-None-Match': headers.etag ?? '' };
      const again = await ask(proxy, pathname, { headers: known });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect(forms).toEqual(['br', 'gzip', undefined]);
  }
});

test.for(installed)('$name forwards the longest allowed body, and itself refuses a far longer body', async (kind) => {
  await using proxy = await openBehind(kind);
  const bearer = { Authorization: `Bearer ${(await register(proxy)).token}` };
  const escaped = (length: number) => '\\u6f22'.repeat(length);
  const text = { title: escaped(limits.title), imgUrl: escaped(limits.imgUrl), content: escaped(limits.content) };
  const post = `{"title":"${text.title}","imgUrl":"${text.imgUrl}","content":"${text.content}"}`;
  const padded = post.padEnd(longestPostBody - limits.requestBody + 10_000);
  const send = (body: string) => ask(proxy, callPaths.posts, { method: 'POST', headers: { ...json, ...bearer }, body });
  expect((await send(padded)).status).toBe(201);
  const refused = await send(post.padEnd(longestPostBody + 1));
  expect([refused.status, refused.headers['content-type']]).toEqual([413, 'application/problem+json']);
  const far = await send(post.padEnd(9_000_000));
  expect([far.status, far.headers['x-request-id']]).toEqual([413, undefined]);
});

test.for([
  { kind: caddy, timeout: 'read_header 10s', shorter: 'read_header 1s' },
  { kind: nginx, timeout: 'client_header_timeout 10s', shorter: 'client_header_timeout 1s' },
])('$kind.name disconnects a client whose request headers never end', async ({ kind, timeout, shorter }, { skip }) => {
  if (!kind.isHere) skip();
  await using proxy = await openBehind(kind, { changes: [[timeout, shorter]] });
  const { port, ca } = proxy;
  const client = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
  client.on('error', () => client.destroy());
  const closed = once(client, 'close');
  await once(client, 'secureConnect');
  client.resume();
  client.write('GET /blog/posts HTTP/1.1\r\nHost: localhost\r\n');
  await closed;
});

test.skipIf(!nginx.isHere)('nginx answers 429 to an address with too many connections', async () => {
  await using proxy = await openBehind(nginx, { changes: [['storyline_connections 100', 'storyline_connections 3']] });
  const { port, ca } = proxy;
  await using held = new AsyncDisposableStack();
  for (let n = 0; n < 3; n++) {
    const client = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
    held.defer(() => void client.destroy());
    await once(client, 'secureConnect');
    client.write(`POST ${callPaths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n`);
  }
  await expect.poll(async () => (await ask(proxy, '/healthz')).status).toBe(429);
  await held.disposeAsync();
  await expect.poll(async () => (await ask(proxy, '/healthz')).status).toBe(200);
});

/** Lets nginx take a client's address from a header, as the test machine has no IPv6 network. */
const addressFromHeader: [string, string] = [
  'ssl_session_tickets off;',
  'ssl_session_tickets off; set_real_ip_from 127.0.0.1; real_ip_header X-Address;',
];

test.skipIf(!nginx.isHere)('nginx limits the requests of an IPv6 /64 as a whole and of each IPv4 address', async () => {
  await using proxy = await openBehind(nginx, {
    changes: [addressFromHeader, ['rate=50r/s', 'rate=1r/m'], ['burst=200', 'burst=2']],
  });
  const statusFrom = async (address: string) =>
    (await ask(proxy, '/healthz', { headers: { 'X-Address': address } })).status;
  const statuses = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:a:b:c:d', '2001:db8::ffff:0:0:1']) {
    statuses.push(await statusFrom(address));
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  for (const other of ['2001:db8:0:1::1', '2001:db8:1::1', '192.0.2.1', '192.0.2.2']) {
    expect(await statusFrom(other)).toBe(200);
  }
});

/** Starts `clients` readers and as many authors, which send one request after another until they are stopped. */
function startAsking(proxy: ReverseProxy, token: string, clients: number) {
  const statuses = new Map<string, number>();
  const published: string[] = [];
  let isStopped = false;
  const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  const write = async () => {
    const agent = keepingAlive();
    while (!isStopped) {
      const title = randomUUID();
      const headers = { ...json, Authorization: `Bearer ${token}`, 'Idempotency-Key': title };
      const body = JSON.stringify({ title, imgUrl: '', content: '' });
      try {
        // Repeats a call that got 502, as the app does.
        for (let status = 502; status === 502; note(`POST ${status}`)) {
          ({ status } = await ask(proxy, callPaths.posts, { method: 'POST', headers, body, agent }));
        }
        published.push(title);
      } catch (error) {
        note(String(error));
      }
    }
    agent.destroy();
  };
  const read = async () => {
    const agent = keepingAlive();
    while (!isStopped) {
      await ask(proxy, callPaths.posts, { agent }).then(
        ({ status }) => note(`GET ${status}`),
        (error) => note(String(error)),
      );
    }
    agent.destroy();
  };
  const ended = Promise.all(Array.from({ length: clients }, () => Promise.all([write(), read()])));
  const stop = () => {
    isStopped = true;
    return ended.then(() => [...statuses.keys()].toSorted());
  };
  return { published, stop };
}

/** Raises nginx's limit of requests per address, as all load comes from one address. */
const changesForLoad: Record<ProxyKind['name'], [string, string][]> = {
  Caddy: [],
  nginx: [['rate=50r/s', 'rate=100000r/s']],
};

/** Waits until this many more posts are published. */
async function untilPublished({ published }: { published: string[] }, more: number): Promise<void> {
  const before = published.length;
  await expect.poll(() => published.length).toBeGreaterThan(before + more);
}

async function restart(server: ServerProcess, port: number, testDatabase: TestDatabase): Promise<ServerProcess> {
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  return await serveOn(port, testDatabase);
}

/** Expects only successes and 502: a server that stops may reset a new connection, and the proxy then sends 502. */
function expectOnlyUsualStatuses(answers: string[]): void {
  expect(answers.filter((answer) => !['GET 200', 'POST 200', 'POST 201', 'POST 502'].includes(answer))).toEqual([]);
}

function titlesIn({ dataDir }: TestDatabase): unknown[] {
  using database = new DatabaseSync(path.join(dataDir, 'storyline.db'));
  const rows = database.prepare('select title from posts').all();
  return rows.map(({ title }) => title).toSorted();
}

test.for(installed)('behind $name, no call fails while a server on an inherited socket restarts', async (kind) => {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await openSqliteDatabase());
  const port = await freePort();
  const env = { ...environment, DATA_DIR: testDatabase.dataDir };
  const server = owned.use(await serveOnHeldSocket(port, env));
  const proxy = owned.use(await kind.open({ servers: [port], changes: changesForLoad[kind.name] }));
  const { token } = await register(proxy);
  const asking = startAsking(proxy, token, 4);
  for (let turn = 0; turn < 3; turn++) {
    await untilPublished(asking, 50);
    await server.restart();
  }
  await untilPublished(asking, 50);
  expect(await asking.stop()).toEqual(['GET 200', 'POST 201']);
  expect(titlesIn(testDatabase)).toEqual(asking.published.toSorted());
});

test.skipIf(!caddy.isHere)('behind Caddy, no read fails in a restart, and retried writes are stored once', async () => {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await openSqliteDatabase());
  const port = await freePort();
  const server = owned.use(await serveOn(port, testDatabase));
  const proxy = owned.use(await caddy.open({ servers: [port] }));
  const { token } = await register(proxy);
  const asking = startAsking(proxy, token, 4);
  await untilPublished(asking, 50);
  owned.use(await restart(server, port, testDatabase));
  await untilPublished(asking, 50);
  expectOnlyUsualStatuses(await asking.stop());
  expect(titlesIn(testDatabase)).toEqual(asking.published.toSorted());
});

test.skipIf(!nginx.isHere)(
  'behind nginx, no read fails as two servers restart; retries store no copies',
  { tags: ['postgresql'] },
  async () => {
    await using owned = new AsyncDisposableStack();
    const testDatabase = owned.use(await openPostgresDatabase());
    const ports: [number, number] = [await freePort(), await freePort()];
    const servers = [
      owned.use(await serveOn(ports[0], testDatabase)),
      owned.use(await serveOn(ports[1], testDatabase)),
    ];
    const proxy = owned.use(await nginx.open({ servers: ports, changes: changesForLoad.nginx }));
    const { token } = await register(proxy);
    const asking = startAsking(proxy, token, 4);
    for (const [index, server] of servers.entries()) {
      await untilPublished(asking, 50);
      owned.use(await restart(server, ports[index] ?? 0, testDatabase));
    }
    await untilPublished(asking, 50);
    expectOnlyUsualStatuses(await asking.stop());
    const stored = await queryDatabase(testDatabase.databaseUrl ?? '', 'select title from posts');
    expect(stored.map(({ title }) => title).toSorted()).toEqual(asking.published.toSorted());
  },
);
