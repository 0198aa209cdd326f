import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { type ConnectionBounds, Connections } from '../../src/server/connections/connections.ts';
import { createListener, type ListenerOptions } from '../../src/server/connections/listener.ts';
import { readAddresses } from '../../src/server/http/ip-addresses.ts';
import { longestPostBody } from '../../src/server/http/json-body.ts';
import { sendRawBytes } from './support/hostile.ts';
import { serveHere } from './support/serve-here.ts';

/** In bytes: more than the system buffers for a client that does not read. */
const large = 8 * 1024 * 1024;
/** In bytes: a client that receives this much after the first chunk has read the whole response. */
const bytesOfWholeResponse = large - 1024 * 1024;

/** Opens a server with a large response at `/large`, and counts the requests for it. */
async function openLargeAnswers(options?: ListenerOptions) {
  const asked = { count: 0 };
  const body = Buffer.alloc(large, 'x');
  const app = new Hono();
  app.get('/large', () => {
    asked.count++;
    return new Response(body);
  });
  app.get('/small', () => new Response('small'));
  app.post('/late-refusal', async () => {
    await wait(100);
    return new Response(null, { status: 401 });
  });
  const { server } = createListener(app, options);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    asked,
    sockets,
    [Symbol.asyncDispose]: close,
  };
}

/** Trusts a proxy that connects from 127.0.0.1. */
const trustProxy = { has: (address: string) => address === '127.0.0.1' };

function openSocket(port: number, sent: string, localAddress?: string): Socket & Disposable {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
  socket.on('error', () => socket.destroy());
  socket.write(sent);
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() });
}

/** Opens a socket. Waits for a response if `sent` has a Host header, or else only for the connection. */
async function open(port: number, sent: string, localAddress?: string): Promise<Socket & Disposable> {
  const socket = openSocket(port, sent, localAddress);
  await once(socket, sent.includes('Host') ? 'data' : 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const lastGet = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

/** Waits until `read` returns the same number twice, 300 ms apart. Returns that number. */
async function settled(read: () => number): Promise<number> {
  for (;;) {
    const before = read();
    await wait(300);
    if (read() === before) return before;
  }
}

test('1,200 clients with unfinished headers do not block a request of another client', async () => {
  await using server = await serveHere();
  using owned = new DisposableStack();
  const halves = Array.from({ length: 1_200 }, () => owned.use(openSocket(server.port, 'GET / HTTP/1.1\r\nHost: l')));
  await Promise.all(halves.map((socket) => once(socket, 'connect')));
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  await expect.poll(() => halves.filter(({ destroyed }) => destroyed).length).toBeGreaterThanOrEqual(800);
  expect(halves.at(-1)?.destroyed).toBe(false);
});

test('the server closes only the oldest connections of an address above its limit', async () => {
  await using server = await openLargeAnswers({ connectionBounds: { ofAll: 100, ofAddress: 3, unsent: large } });
  using other = await open(server.port, 'GET /', '127.0.0.2');
  using owned = new DisposableStack();
  const own: Socket[] = [];
  for (let number = 0; number < 5; number++) own.push(owned.use(await open(server.port, 'GET /')));
  await expect.poll(() => own.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false]);
  expect(other.destroyed).toBe(false);
});

/** Returns the connections of a fake server, and a function that connects from any address. */
function countConnections(bounds: ConnectionBounds) {
  const server = new EventEmitter() as Server;
  const connections = new Connections(server, bounds);
  const open = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough({ highWaterMark: 1 }), { remoteAddress });
    server.emit('connection', socket);
    return socket;
  };
  return { connections, open };
}

test('all addresses of an IPv6 /64 share the connection limit of one address', async () => {
  const { open } = countConnections({ ofAll: 100, ofAddress: 3, unsent: large });
  const other = open('2001:db8:1:3::1');
  const own = Array.from({ length: 5 }, (_, number) => open(`2001:db8:1:2:${number + 1}::1`));
  await expect.poll(() => own.filter(({ destroyed }) => destroyed)).toHaveLength(2);
  expect(other.destroyed).toBe(false);
});

test('a trusted proxy may have more connections than the limit per address', async () => {
  const connectionBounds = { ofAll: 100, ofAddress: 3, unsent: large };
  await using server = await openLargeAnswers({ connectionBounds, trustProxy });
  using owned = new DisposableStack();
  const answers = Array.from({ length: 10 }, () => text(owned.use(openSocket(server.port, lastGet('/small')))));
  expect((await Promise.all(answers)).filter((answer) => answer.endsWith('small'))).toHaveLength(10);
});

test('at the connection limit, the server drops unfinished requests, then idle clients', async () => {
  await using server = await openLargeAnswers({ connectionBounds: { ofAll: 3, ofAddress: 3, unsent: 100 * large } });
  using busy = await open(server.port, get('/large'));
  busy.pause();
  using idle = await open(server.port, get('/small'));
  using unfinished = await open(server.port, 'GET /');
  using _next = await open(server.port, get('/small'));
  await expect.poll(() => unfinished.destroyed).toBe(true);
  using _another = await open(server.port, get('/small'));
  await expect.poll(() => idle.destroyed).toBe(true);
  expect(busy.destroyed).toBe(false);
});

test('above the total connection limit, only the busiest addresses lose connections', async () => {
  await using server = await openLargeAnswers({ connectionBounds: { ofAll: 40, ofAddress: 40, unsent: large } });
  using owned = new DisposableStack();
  // The oldest connections: one without complete headers, one that is idle, and one with a slow upload.
  const honest: Socket[] = [];
  for (const sent of ['GET /', get('/small'), upload(1_000)])
    honest.push(owned.use(await open(server.port, sent, '127.0.0.2')));
  const flood: Socket[] = [];
  for (let number = 0; number < 80; number++)
    flood.push(owned.use(await open(server.port, upload(1_000), `127.0.0.${3 + (number % 2)}`)));
  await expect.poll(() => flood.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(40);
  expect(honest.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

test('above the total limit, a flood from many /64s of one /48 loses connections first', async () => {
  const { connections, open } = countConnections({ ofAll: 100, ofAddress: 100, unsent: large });
  // The oldest connections, which have sent no request yet. The last of them comes from the flood's /48.
  const honest = ['2001:db8:1::1', '192.0.2.1', '2001:db8:f:ffff::1'].map(open);
  const flood: PassThrough[] = [];
  for (let number = 0; number < 150; number++) {
    const socket = open(`2001:db8:f:${number % 25}::1`);
    flood.push(socket);
    const response = Object.assign(new EventEmitter(), { writableEnded: false });
    connections.begin({ socket, complete: false } as never, response as never);
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }
  expect(honest.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  expect(flood.filter(({ destroyed }) => destroyed)).toHaveLength(53);
});

/** Returns the start of an upload that a proxy forwards for the client at this address. */
const uploadFrom = (address: string) => upload(1_000).replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`);

test("behind a trusted proxy, one client's flood ends no request of another client", async () => {
  const connectionBounds = { ofAll: 40, ofAddress: 40, unsent: large };
  await using server = await openLargeAnswers({ connectionBounds, trustProxy });
  using owned = new DisposableStack();
  using honest = await open(server.port, uploadFrom('198.51.100.7'));
  for (let number = 0; number < 80; number++) owned.use(await open(server.port, uploadFrom('192.0.2.1')));
  expect(honest.destroyed).toBe(false);
});

test('behind a trusted proxy, the open requests of each client are limited', async () => {
  const connectionBounds = { ofAll: 100, ofAddress: 3, unsent: large };
  await using server = await openLargeAnswers({ connectionBounds, trustProxy });
  using owned = new DisposableStack();
  using other = await open(server.port, uploadFrom('198.51.100.7'));
  const own: Socket[] = [];
  for (let number = 0; number < 5; number++) own.push(owned.use(await open(server.port, uploadFrom('192.0.2.1'))));
  await expect.poll(() => own.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false]);
  expect(other.destroyed).toBe(false);
  // Answered requests do not count towards the limit of three open requests: a client may send five in turn.
  using shared = openSocket(server.port, '');
  for (let number = 0; number < 5; number++) {
    shared.write(get('/small').replace('\r\n', '\r\nX-Forwarded-For: 203.0.113.1\r\n'));
    await once(shared, 'data');
  }
  expect(shared.destroyed).toBe(false);
});

test('complete requests are answered even while slow uploads use all connections', async () => {
  await using server = await openLargeAnswers({ connectionBounds: { ofAll: 10, ofAddress: 10, unsent: large } });
  using owned = new DisposableStack();
  const slow = Array.from({ length: 10 }, () => owned.use(openSocket(server.port, upload(1_000))));
  await Promise.all(slow.map((socket) => once(socket, 'data')));
  const answers = Array.from({ length: 8 }, () => text(owned.use(openSocket(server.port, lastGet('/small')))));
  expect((await Promise.all(answers)).filter((answer) => answer.endsWith('small'))).toHaveLength(8);
});

test('the server processes pipelined requests only as fast as the client reads', async () => {
  await using server = await openLargeAnswers();
  using socket = openSocket(server.port, get('/large').repeat(29) + lastGet('/large'));
  socket.pause();
  await expect.poll(() => server.asked.count).toBeGreaterThan(0);
  expect(await settled(() => server.asked.count)).toBeLessThan(3);
  const answers = await buffer(socket);
  expect(server.asked.count).toBe(30);
  expect(answers.length).toBeGreaterThan(30 * large);
});

test('the server closes a connection with 200 pipelined requests for large responses', async () => {
  await using server = await openLargeAnswers();
  using socket = openSocket(server.port, get('/large').repeat(200));
  socket.pause();
  await once(socket.resume(), 'close');
  expect(server.asked.count).toBeLessThan(3);
});

test('above the limit of unread bytes, the server cuts off the oldest responses first', async () => {
  await using server = await openLargeAnswers({ connectionBounds: { ofAll: 100, ofAddress: 100, unsent: 4 * large } });
  using owned = new DisposableStack();
  const readers: Socket[] = [];
  for (let number = 0; number < 12; number++) {
    const reader = owned.use(await open(server.port, get('/large')));
    reader.pause();
    readers.push(reader);
  }
  const lengths = readers.map(async (reader) => {
    let length = 0;
    reader.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    reader.resume();
    await Promise.race([once(reader, 'close'), untilLength(() => length)]);
    return length >= bytesOfWholeResponse;
  });
  const taken = await Promise.all(lengths);
  expect(taken.slice(0, 4)).toEqual([false, false, false, false]);
  expect(taken.at(-1)).toBe(true);
});

test('above the limit of unread bytes, many /64s of one /48 lose connections first', () => {
  const { connections, open } = countConnections({ ofAll: 100, ofAddress: 100, unsent: 100 });
  const read = (remoteAddress: string, unread: number) => {
    const socket = open(remoteAddress);
    Object.defineProperty(socket, 'writableLength', { value: unread });
    const response = Object.assign(new EventEmitter(), { writableEnded: true });
    connections.begin({ socket, complete: true } as never, response as never);
    connections.responseWritten(socket as never);
    return socket;
  };
  const honest = [read('2001:db8:1::1', 15), read('192.0.2.1', 15)];
  const crowd = Array.from({ length: 20 }, (_, number) => read(`2001:db8:f:${number}::1`, 10));
  expect(honest.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  expect(crowd.filter(({ destroyed }) => !destroyed)).toHaveLength(7);
});

async function untilLength(length: () => number): Promise<void> {
  while (length() < bytesOfWholeResponse) await wait(20);
}

const upload = (length: number, connection = 'keep-alive') =>
  `POST ${callPaths.posts} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
  `Connection: ${connection}\r\nContent-Length: ${length}\r\n\r\n`;

test.for(['keep-alive', 'close'])(
  'a refused client that sends endlessly is disconnected (Connection: %s)',
  async (connection) => {
    await using server = await serveHere();
    using socket = openSocket(server.port, upload(10 ** 9, connection));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const piece = Buffer.alloc(65_536);
    while (!socket.destroyed) {
      // The client may see its disconnection as an error.
      if (!socket.write(piece))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
      await wait(0);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    // The system's own buffers also hold bytes, which the server never reads.
    expect(socket.bytesWritten).toBeLessThan(longestPostBody + 16 * 1024 * 1024);
  },
);

test('refused bodies that arrive together are discarded a few per event loop turn', async () => {
  await using server = await openLargeAnswers();
  using owned = new DisposableStack();
  const [count, length] = [40, 1_000_000];
  const all = count * length;
  const taken = () => server.sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  const senders = Array.from({ length: count }, () => owned.use(openSocket(server.port, upload(length))));
  // Each client sends its body after it has received its refusal.
  await Promise.all(senders.map((socket) => once(socket, 'data')));
  for (const socket of senders) socket.write(Buffer.alloc(length));
  let mostInOneTurn = 0;
  for (let before = taken(); before < all; ) {
    await setImmediate();
    const now = taken();
    mostInOneTurn = Math.max(mostInOneTurn, now - before);
    before = now;
  }
  expect(mostInOneTurn).toBeLessThan(all / 4);
});

test('a client can use a connection again after it sent a refused upload in full', async () => {
  await using server = await serveHere();
  const length = 3_000_000;
  using socket = await open(server.port, upload(length));
  for (let sent = 0; sent < length; sent += 100_000) {
    socket.write(Buffer.alloc(100_000));
    await wait(25);
  }
  const answered = text(socket);
  socket.write(lastGet('/healthz'));
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
});

test("a connection works again after a refused body has filled the server's buffer", async () => {
  await using server = await openLargeAnswers();
  const size = 256 * 1024;
  using socket = openSocket(
    server.port,
    `POST /late-refusal HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(size, 'x'));
  await once(socket, 'data');
  socket.write(lastGet('/small'));
  expect(await text(socket)).toMatch(/small$/);
});

test.for([
  ['with a malformed Host', 'GET /small HTTP/1.1\r\nHost: a b\r\n', '', 400],
  ['with too many headers', `GET /small HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(101)}`, '', 431],
  ['with an expectation', 'GET /small HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\n', '', 417],
  [
    'with broken chunks',
    'POST /late-refusal HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n',
    'zz\r\n',
    400,
  ],
  ['for the path *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n', '', 400],
] as const)('the refusal of a request %s has security, CORS and id headers', async ([, head, body, status]) => {
  const corsOrigins = ['https://a.example'];
  await using served = await openLargeAnswers({ corsOrigins, trustProxy: readAddresses('127.0.0.1') });
  const request = `${head}Origin: https://a.example\r\nX-Forwarded-Proto: https\r\nX-Request-Id: trace-7\r\n\r\n${body}`;
  const refused = await sendRawBytes({ origin: `http://127.0.0.1:${served.port}` }, Buffer.from(request));
  expect(refused?.status).toBe(status);
  expect(refused?.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': 'max-age=31536000',
    'access-control-allow-origin': 'https://a.example',
    vary: 'Origin',
    'x-request-id': 'trace-7',
  });
  expect(JSON.parse(refused?.body ?? '')).toMatchObject({ requestId: 'trace-7' });
});
