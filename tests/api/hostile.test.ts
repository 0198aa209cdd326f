import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { ProblemCode } from '../../src/contract/problems.ts';
import { fuzzSeed, isGate, scaled } from '../test-run.ts';
import { faultOfResponse, registerTarget, sendRawBytes, type Target, triesAt } from './support/hostile.ts';
import { serveHere } from './support/serve-here.ts';
import { type StoreKind, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** About how many requests the test sends. `npm run bench -- fuzz` sends more. */
const tries = isGate() ? 1_000 : 3_000;
const atOnce = 20;

async function openTarget(
  kind: StoreKind,
  timeouts?: { headers: number; request: number; idle: number },
): Promise<AsyncDisposable & Target & { port: number }> {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const { origin, port } = owned.use(await serveHere({ ...testDatabase, samplePosts: true, timeouts }));
  const target = await registerTarget(origin);
  const opened = owned.move();
  return { ...target, port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('every fuzzed request gets a valid response; refusals are problem documents', {
  timeout: scaled(180_000),
}, async ({ store: kind }) => {
  await using target = await openTarget(kind);
  const batches = fc.array(triesAt(target), { minLength: 1, maxLength: atOnce, size: 'max' });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const complaints = await Promise.all(batch.map((one) => faultOfResponse(target, one)));
      expect(complaints.filter(Boolean)).toEqual([]);
    }),
    { numRuns: (2 * tries) / atOnce, seed: fuzzSeed() },
  );
  expect((await fetch(`${target.origin}/healthz`)).status).toBe(200);
});

/** Returns the bytes of a request's line and headers. */
const http = (line: string, ...headers: string[]) => `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`;

const host = 'Host: localhost';
const close = 'Connection: close';
const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';
const length = (bytes: number) => `Content-Length: ${bytes}`;

const notHttp: [string, string, number][] = [
  ['a request without a host', http('GET /', close), 400],
  ['a host that is too large a number', http('GET /', 'Host: 99999999999', close), 400],
  ['a host with a space in it', http('GET /', 'Host: a b', close), 400],
  ['a host with tabs and marks', http('POST /auth/login', 'Host: \xa1\t\t\t?!', 'Accept: text/html', close), 400],
  ['a host with a path', http('GET /auth/me', 'Host: 1/hello', close), 400],
  ['a host with a password', http('GET /auth/me', 'Host: a:@200000', close), 400],
  ['two hosts', http('GET /auth/me', host, host, close), 400],
  ['an address with a password', `${http('POST http://a:b@localhost/auth/login', host, json, length(2))}{}`, 400],
  ['an address of another scheme', http('GET ftp://localhost/', host, close), 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['an unknown method', http('FROB /', host), 400],
  ['a header without a name', http('GET /', host, ': x'), 400],
  ['two content lengths', `${http('POST /auth/login', host, length(1), length(2))}xx`, 400],
  ['a content length with chunks', `${http('POST /auth/login', host, length(1), chunked)}0\r\n\r\n`, 400],
  ['headers without an end', http('GET /', host, `A: ${'x'.repeat(20_000)}`), 431],
  ['an address without an end', http(`GET /${'x'.repeat(20_000)}`, host), 431],
  ['a request for a tunnel', http('CONNECT evil.example:443', 'Host: evil.example'), 405],
  ['an unmet expectation', http('GET /', host, 'Expect: a miracle', close), 417],
];

const codes: Record<number, ProblemCode> = {
  400: 'malformed_request',
  405: 'method_not_allowed',
  417: 'expectation_failed',
  431: 'headers_too_large',
};

it.for(notHttp)('the refusal of %s is a problem document', async ([, bytes, status]) => {
  await using target = await openTarget(sqlite);
  const answer = await sendRawBytes(target, Buffer.from(bytes, 'latin1'));
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: '' }),
  });
  const code = codes[status];
  const requestId = answer?.headers['x-request-id'];
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status, code, type: `/problems/${code}`, requestId });
});

const brief = { headers: 400, request: 800, idle: 5_000 };

/** Sends a piece every 50 ms, until the server ends the connection. */
async function trickle(socket: Socket, piece: string): Promise<void> {
  while (socket.writable) {
    socket.write(piece);
    await wait(50);
  }
}

it.for([
  ['headers', 'GET / HTTP/1.1\r\n', 'A: b\r\n'],
  ['a body', http('POST /auth/login', host, json, length(9_999)), ' '],
  ['a chunked body', http('POST /auth/login', host, json, chunked), '1\r\n \r\n'],
])('a client that sends %s too slowly gets 408 and is disconnected', async ([, start = '', piece = '']) => {
  await using target = await openTarget(sqlite, brief);
  const socket = connect(target.port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(start);
  const trickling = trickle(socket, piece);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  await trickling;
});

it('a client that sends nothing is disconnected', async () => {
  await using target = await openTarget(sqlite, brief);
  const socket = connect(target.port, '127.0.0.1');
  await once(socket.resume(), 'close');
});

it('pipelined requests on one connection are answered in order', async () => {
  await using target = await openTarget(sqlite);
  const paths = [callPaths.posts, '/auth/nowhere', `/blog/posts/${target.postId}`];
  const socket = connect(target.port, '127.0.0.1');
  socket.write(paths.map((path) => http(`GET ${path}`, host)).join('') + http('GET /healthz', host, close));
  const answers = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  expect(answers).toEqual(['200', '404', '200', '200']);
});
