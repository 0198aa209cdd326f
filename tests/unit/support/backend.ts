import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';

export interface Call {
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** `drop` resets the connection without an answer; `hang` never answers. */
export type Reply = Answer | 'drop' | 'hang';
export type Replying = (call: Call) => Reply | Promise<Reply>;

/** An HTTP server on loopback. Import the modules under test after opening it: they read its address when they load. */
export interface Backend extends AsyncDisposable {
  readonly origin: string;
  /** The calls that have arrived, in order. */
  readonly received: Call[];
  /**
   * Makes some round trips, so that calls already begun arrive, and resolves to `received`. Await this before checking
   * that the app made no call.
   */
  settled(): Promise<Call[]>;
  /** Returns the answer to each call. A test may replace it. */
  reply: Replying;
  /** Resets all connections, and stops listening. */
  stop(): Promise<void>;
}

/** The path that `settled` requests. `received` leaves it out. */
const ownPath = '/settled';

/** Opens a backend on another origin than the app's. */
export const openForeignBackend = (reply: Replying): Promise<Backend> => open(reply, (origin) => origin);

/** Opens a backend on the app's origin: relative URLs resolve to it. */
export const openOwnBackend = (reply: Replying): Promise<Backend> => open(reply, () => '');

async function open(reply: Replying, hostOf: (origin: string) => string): Promise<Backend> {
  const received: Call[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const listening = once(server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The backend has no port');
  const origin = `http://127.0.0.1:${address.port}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request;
    const call = { method, path: url, headers, body: await text(request) };
    if (url === ownPath) return response.end();
    received.push(call);
    const given = await backend.reply(call);
    if (given === 'hang') return;
    if (given === 'drop') response.destroy();
    else response.writeHead(given.status ?? 200, given.headers).end(given.body);
  }

  async function settled() {
    // Makes several round trips, because a screen may import a module before it makes a call.
    for (let calls = 0; calls < 5; calls++) {
      const [response] = await once(get(origin + ownPath, { agent: false }), 'response');
      await text(response);
    }
    return received;
  }

  async function stop() {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  vi.stubEnv('VITE_API_HOST', hostOf(origin));
  vi.resetModules();
  const base = baseOfAddresses(hostOf(origin) === '' ? origin : undefined);
  const backend: Backend = {
    origin,
    received,
    settled,
    reply,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      base[Symbol.dispose]();
      vi.unstubAllEnvs();
      vi.resetModules();
    },
  };
  return backend;
}

/** Sets the base of relative URLs. Node has no page; its fetch reads the base from this symbol. */
function baseOfAddresses(origin: string | undefined): Disposable {
  const key = Symbol.for('undici.globalOrigin.1');
  const before: unknown = Reflect.get(globalThis, key);
  const set = (value: unknown) =>
    Object.defineProperty(globalThis, key, { value, writable: true, enumerable: false, configurable: false });
  set(origin && new URL(origin));
  return { [Symbol.dispose]: () => void set(before) };
}

export const json = (body: unknown, headers: Record<string, string> = {}, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Returns our own backend's answer with this status: nothing for 204, a created post for 2xx, else a problem. */
export function status(code: number): Answer {
  if (code === 204) return { status: code };
  if (code < 300) return json({ _id: 'new', etag: '"1"' }, {}, code);
  return json({ message: 'no' }, { 'Content-Type': 'application/problem+json' }, code);
}

/** Returns an answer of our own backend with a problem document (RFC 9457). */
export const problem = (status: number, code: string, members: object = {}, headers: Record<string, string> = {}) =>
  json({ code, status, ...members }, { 'Content-Type': 'application/problem+json', ...headers }, status);

/** The page with which a hotel's Wi-Fi answers every request. */
export const captivePortal: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms.',
};
