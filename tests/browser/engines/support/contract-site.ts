import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { build } from 'vite';
import { openContractHost } from '../../../world/contract/host.ts';
import type { NetworkFault, WireAnswer } from '../../../world/network.ts';
import { freePort } from '../../support/free-port.ts';
import { openLoopback } from '../../support/loopback.ts';

const root = path.join(import.meta.dirname, '../../../..');

export interface ContractSite extends AsyncDisposable {
  origin: string;
  otherOrigin: string;
}

/** Serves the contract's host over HTTP, the page that runs its cases, and the worker that some of them need. */
export async function openContractSite(): Promise<ContractSite> {
  const scripts = {
    '/in-page.js': await scriptOf('tests/world/contract/in-page.ts'),
    '/worker.js': await scriptOf('tests/world/contract/worker.ts'),
  };
  const host = openContractHost();
  let deploys = 0;
  let fault: NetworkFault | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const body = await buffer(request);
    const script = scripts[url.pathname as keyof typeof scripts];
    if (script !== undefined) {
      const body = bytesOf(`${script}\n// deployed ${deploys} times`);
      return send(response, { status: 200, headers: javaScript, body });
    }
    if (url.pathname === '/login') return send(response, page('Log in to the network'));
    if (url.pathname === '/' || url.pathname === '/page' || url.pathname.startsWith('/in-scope/'))
      return send(response, page(url.pathname === '/' ? '<script src="/in-page.js"></script>' : ''));
    if (url.pathname === '/control/deploy') {
      deploys += 1;
      return send(response, { status: 204, headers: [], body: undefined });
    }
    if (url.pathname === '/control/fault') {
      fault = (decodeURIComponent(url.search.slice(1)) || undefined) as NetworkFault | undefined;
      return send(response, { status: 204, headers: [], body: undefined });
    }
    const call = {
      method: request.method ?? 'GET',
      url: url.href,
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
    };
    switch (fault) {
      case undefined:
      case 'the call arrives late':
      case 'the call arrives twice':
        return send(response, host(call));
      case 'the call is lost':
        return void response.destroy();
      case 'the answer is lost':
        host(call);
        return void response.destroy();
      case 'nobody answers':
        return undefined;
      case 'a captive portal answers':
        return send(response, page('Log in to the network'));
      case 'a gateway answers 503':
        return send(response, { ...page('Come back later'), status: 503 });
      case 'a gateway redirects':
        return send(response, { status: 302, headers: [['Location', '/login']], body: undefined });
      case 'the answer is cut':
        return sendHalf(response, host(call));
    }
  }

  const server = await openLoopback(await freePort(), (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return {
    origin: `http://localhost:${server.port}`,
    otherOrigin: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const javaScript: [string, string][] = [['Content-Type', 'text/javascript']];

const bytesOf = (text: string) => new TextEncoder().encode(text);

const page = (content: string): WireAnswer => ({
  status: 200,
  headers: [['Content-Type', 'text/html']],
  body: bytesOf(`<!doctype html><title>Contract</title><body>${content}`),
});

function head(response: ServerResponse, { status, headers, body }: WireAnswer, chunked = false): void {
  response.writeHead(
    status,
    [...headers, ...(body && !chunked ? [['Content-Length', String(body.length)]] : [])].flat() as string[],
  );
}

function send(response: ServerResponse, answer: WireAnswer): void {
  head(response, answer);
  response.end(answer.body);
}

/** Sends half of the body. Resets the connection 300 ms later, when the page has received the headers. */
function sendHalf(response: ServerResponse, answer: WireAnswer): void {
  head(response, answer);
  response.write(answer.body?.slice(0, answer.body.length / 2));
  setTimeout(() => response.socket?.resetAndDestroy(), 300);
}

/** Bundles the entry into one script without imports. */
async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: { input: path.join(root, entry), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`The build of ${entry} gave nothing.`);
  return chunk.code;
}
