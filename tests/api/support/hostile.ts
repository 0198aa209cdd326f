import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import * as v from 'valibot';
import { callPaths, isBackendPath } from '../../../src/contract/paths.ts';
import { problemSchema } from '../../../src/contract/problems.ts';
import { publishUnderKey, registerWriter } from './load.ts';

/** The attacked server, the ids of an account and its post, and secrets that no response may reveal. */
export type Target = { origin: string; postId: string; userId: string; token: string; cookie: string };

/** Registers an account with a post on the attacked server. */
export async function registerTarget(origin: string): Promise<Target> {
  const writer = await registerWriter(origin, 'hunted');
  const { body } = await publishUnderKey(origin, writer, { key: 'one', title: 'One' });
  const { token, userId, cookie } = writer;
  return { origin, token, userId, cookie, postId: JSON.parse(body)._id };
}

export type Try =
  | { kind: 'request'; method: string; path: string; headers: OutgoingHttpHeaders; body: Buffer | undefined }
  /** Bytes that no HTTP client would send. */
  | { kind: 'bytes'; bytes: Buffer };

type Answer = { status: number; headers: Record<string, string>; body: string };

/** In milliseconds: a request that gets no data for this long fails. */
const timeoutMs = 15_000;

const tricks = [
  "' or 1=1--",
  '"; drop table posts;--',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%ff%fe',
  '%',
  '..\\',
  '//evil.example/',
  '\ud800',
  'a\0b',
  '\r\nSet-Cookie: session=x',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '👩‍💻漢字',
  '\u202e',
  'null',
  '-1',
  '9'.repeat(400),
];

const trick = fc.oneof(fc.constantFrom(...tricks), fc.string({ unit: 'binary', maxLength: 40 }), fc.uuid());
const pathPart = fc.oneof(
  trick.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[!-~]{0,30}$/).filter((text) => !text.includes('#')),
);
/** Text that Node's client accepts as a header. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\t -~\x80-\xff]{0,60}$/),
  fc.constantFrom(...tricks.filter((text) => /^[ -~]*$/.test(text))),
);

const methods = 'GET GET GET POST POST POST DELETE HEAD OPTIONS PUT PUT PATCH TRACE PROPFIND QUERY'.split(' ');
const calls = [callPaths.register, callPaths.login, callPaths.profile, callPaths.posts];
const files = '/feed.xml /sitemap.xml /robots.txt /openapi.json /index.html /worker.js'.split(' ');
const documents = ['/', '/home', '/login', '/create', '/metrics', '/healthz', ...files];

export function triesAt(target: Target): fc.Arbitrary<Try> {
  const id = fc.oneof(fc.constant(target.postId), fc.constant(target.userId), pathPart);
  const path = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<string>(...calls) },
    { weight: 4, arbitrary: id.map((one) => `/blog/posts/${one}`) },
    { weight: 2, arbitrary: id.map((one) => `/blog/posts/${one}/versions`) },
    { weight: 2, arbitrary: fc.tuple(id, pathPart).map(([one, version]) => `/blog/posts/${one}/versions/${version}`) },
    { weight: 1, arbitrary: fc.tuple(id, id).map(([one, after]) => `/blog/posts/${one}/versions?after=${after}`) },
    { weight: 4, arbitrary: id.map((one) => `/blog/users/${one}/posts`) },
    { weight: 3, arbitrary: id.map((one) => `/blog/posts?after=${one}`) },
    { weight: 3, arbitrary: id.map((one) => `/home?after=${one}`) },
    { weight: 3, arbitrary: id.map((one) => `/blog/${one}`) },
    { weight: 2, arbitrary: fc.constantFrom(...documents) },
    { weight: 1, arbitrary: id.map((one) => `/sitemap-${one}.xml`) },
    { weight: 1, arbitrary: id.map((one) => `/assets/${one}`) },
    { weight: 3, arbitrary: fc.array(pathPart, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`) },
    { weight: 1, arbitrary: pathPart.map((part) => `/${part.repeat(300).slice(0, 7_000)}`) },
  );
  const method = fc.constantFrom(...methods);
  const request = fc.record({ kind: fc.constant('request' as const), method, path, headers: headersAt(target), body });
  return fc.oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: bytes });
}

function headersAt({ token, cookie, userId }: Target): fc.Arbitrary<OutgoingHttpHeaders> {
  return fc.record(
    {
      'Content-Type': fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/html', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7'),
        },
        { weight: 1, arbitrary: headerText },
      ),
      Authorization: fc.oneof(
        fc.constant(`Bearer ${token}`),
        headerText,
        headerText.map((text) => `Bearer ${text}`),
      ),
      Cookie: fc.oneof(fc.constant(cookie), headerText),
      Origin: fc.oneof(fc.constantFrom('null', 'https://evil.example', 'http://localhost'), headerText),
      Accept: fc.constantFrom('text/html', '*/*', 'application/json'),
      'Accept-Encoding': fc.oneof(fc.constantFrom('br', 'gzip;q=0, br;q=x', '*'), headerText),
      'If-Match': fc.oneof(fc.constantFrom('"1"', '"2"', 'W/"1"', '*', '"1-", ""'), headerText),
      'If-None-Match': fc.oneof(fc.constant('*'), headerText),
      'Content-Encoding': fc.constantFrom('gzip', 'br', 'identity'),
      'Idempotency-Key': headerText,
      'Storyline-Author': fc.oneof(fc.constant(userId), headerText),
      'X-Forwarded-For': headerText,
      'X-Forwarded-Proto': headerText,
      'X-Request-Id': headerText,
      'X-HTTP-Method-Override': fc.constant('DELETE'),
      Range: fc.constant('bytes=0-1,5-,-9999999999'),
      Host: fc.oneof({ weight: 9, arbitrary: fc.constant('localhost') }, { weight: 1, arbitrary: headerText }),
      Expect: fc.constant('100-continue'),
    },
    { requiredKeys: [] },
  );
}

const text = fc.oneof(trick, fc.string({ unit: 'binary', maxLength: 400 }));
const fields = fc.record(
  { name: text, email: fc.oneof(text, fc.emailAddress()), password: text, title: text, imgUrl: text, content: text },
  { requiredKeys: [] },
);
const json = fc.oneof(
  fields,
  fields.map((given) => ({ title: '', imgUrl: '', content: '', ...given })),
  fields.map((given) => ({ email: 'hunted@example.com', password: 'a wrong one', ...given })),
  fc.jsonValue({ maxDepth: 4 }),
);
/** Generates no body, JSON of the expected or of any shape, random bytes, and deeply nested or broken JSON. */
const body: fc.Arbitrary<Buffer | undefined> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  // JSON.stringify escapes lone surrogates and NUL, so only the server's parser turns them into characters.
  { weight: 12, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)) },
  { weight: 1, arbitrary: fc.nat(20_000).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))) },
  { weight: 1, arbitrary: fc.nat(20_000).map((depth) => Buffer.from('{"content":'.repeat(depth))) },
);

const line = fc.oneof(
  fc.constantFrom(
    'Host: localhost',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Connection: upgrade',
    'Upgrade: h2c',
    'Expect: a miracle',
    ': no name',
    ' folded',
    'a\0: b',
    `Huge: ${'x'.repeat(17_000)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const bytes: fc.Arbitrary<Try> = fc
  .record({
    first: fc.oneof(
      fc.constantFrom(
        'GET / HTTP/1.1',
        'POST /auth/login HTTP/1.1',
        'GET /blog/posts HTTP/1.0',
        'GET http://evil.example/ HTTP/1.1',
        'CONNECT evil.example:443 HTTP/1.1',
        'GET /a b HTTP/1.1',
        'GET / HTTP/9.9',
        'PRI * HTTP/2.0',
        'OPTIONS * HTTP/1.1',
        'get / http/1.1',
        `GET /${'a'.repeat(20_000)} HTTP/1.1`,
      ),
      fc.string({ unit: 'binary', maxLength: 80 }),
    ),
    lines: fc.array(line, { maxLength: 5 }),
    rest: fc.oneof(
      fc.constantFrom(
        '',
        'hello',
        '5\r\nhello\r\n0\r\n\r\n',
        'zz\r\n',
        '0\r\n\r\nGET /blog/posts HTTP/1.1\r\nHost: localhost\r\n\r\n',
      ),
      fc.string({ unit: 'binary', maxLength: 60 }),
    ),
  })
  .map(({ first, lines, rest }) => ({
    kind: 'bytes' as const,
    bytes: Buffer.from(`${[first, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${rest}`),
  }));

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends the request `one`. Returns what is wrong with the response, or `undefined` if it is correct. */
export async function faultOfResponse(target: Target, one: Try): Promise<string | undefined> {
  const answer = one.kind === 'bytes' ? await sendRawBytes(target, one.bytes) : await ask(target, one);
  // Bytes that do not begin a request may get no response.
  if (!answer) return one.kind === 'bytes' ? undefined : 'no answer';
  const { status, headers, body: said } = answer;
  const isApi = one.kind === 'bytes' ? false : isBackendPath(pathnameOf(one.path));
  const type = headers['content-type'] ?? '';
  if (status >= 500) return `status ${status}: ${said}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (isApi && type.includes('html')) return 'the API answers by a page';
  if ([target.token, target.cookie].some((secret) => said.includes(secret))) return 'a secret is told';
  if (/node_modules|SQLITE_|\.[jt]s:\d| {4}at /.test(said) && !type.startsWith('text/javascript'))
    return `a leak: ${said.slice(0, 300)}`;
  const isPage = type.startsWith('text/html') && !isApi;
  if (status < 400 || isPage || (one.kind === 'request' && one.method === 'HEAD')) return undefined;
  if (type !== 'application/problem+json') return `status ${status} as ${type}: ${said.slice(0, 200)}`;
  const problem = v.safeParse(v.strictObject(problemSchema.entries), JSON.parse(said));
  if (!problem.success || problem.output.status !== status) return `no problem document: ${said.slice(0, 200)}`;
  if (problem.output.requestId !== headers['x-request-id']) return 'an id of its own';
  return undefined;
}

function pathnameOf(path: string): string {
  return URL.canParse(path, 'http://localhost') ? new URL(path, 'http://localhost').pathname : path;
}

async function ask({ origin }: Target, one: Extract<Try, { kind: 'request' }>): Promise<Answer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, path, headers } = one;
  const sending = request(origin, { method, path, headers, agent, timeout: timeoutMs }, resolve);
  sending.on('timeout', () => sending.destroy(new Error('the server hangs')));
  sending.on('error', reject);
  sending.end(one.body);
  const response = await promise;
  const said = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    body: said.toString(),
  };
}

/** Sends raw bytes on a new connection, and waits until the server closes it. Returns the first response. */
export async function sendRawBytes({ origin }: Pick<Target, 'origin'>, sent: Buffer): Promise<Answer | undefined> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the server hangs')));
  const chunks: Buffer[] = [];
  socket.end(sent);
  try {
    for await (const chunk of socket) chunks.push(chunk);
  } catch (error) {
    // The server may close the connection before it has read all bytes.
    if (!(error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code)))) throw error;
  }
  const whole = Buffer.concat(chunks)
    .toString('latin1')
    .replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const [, status, head = '', said = ''] = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(whole) ?? [];
  if (!status) return undefined;
  const headers = head
    .split('\r\n')
    .map((row) => [row.slice(0, row.indexOf(':')).toLowerCase(), row.slice(row.indexOf(':') + 2)]);
  const { 'content-length': length, ...rest } = Object.fromEntries(headers);
  return {
    status: Number(status),
    headers: rest,
    body: said.slice(0, length === undefined ? undefined : Number(length)),
  };
}
