import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { freePort } from '../browser/support/free-port.ts';
import { openLoopback } from '../browser/support/loopback.ts';
import { type Received, receive } from '../browser/support/received.ts';

const faults = [
  'dropped before it arrived',
  'answer lost',
  'answered 500 though done',
  '503',
  'answered by a web page',
] as const;
type Fault = (typeof faults)[number];

export interface FaultyProxy extends AsyncDisposable {
  origin: string;
  /** How often each fault has struck. */
  struck: Map<Fault, number>;
  calls(): number;
}

/** Before a server; any call meets a fault with this probability. */
export async function openFaultyProxy(target: URL, probability: number): Promise<FaultyProxy> {
  const struck = new Map<Fault, number>();
  let calls = 0;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = await receive(request);
    calls += 1;
    const fault = Math.random() < probability ? faults[Math.floor(Math.random() * faults.length)] : undefined;
    if (fault) struck.set(fault, (struck.get(fault) ?? 0) + 1);
    switch (fault) {
      case 'dropped before it arrived':
        return void response.destroy();
      case '503':
        return void response.writeHead(503, { 'Retry-After': '1' }).end();
      case 'answered by a web page':
        return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Please accept our terms.');
      default: {
        const done = await forward(call, target);
        if (fault === 'answer lost') return void response.destroy();
        response.writeHead(fault ? 500 : (done.statusCode ?? 502), done.headers);
        await pipeline(done, response);
      }
    }
  }

  const loopback = await openLoopback(await freePort(), (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    origin: `http://127.0.0.1:${loopback.port}`,
    struck,
    calls: () => calls,
    [Symbol.asyncDispose]: () => loopback[Symbol.asyncDispose](),
  };
}

async function forward({ method, path, headers, bytes }: Received, target: URL): Promise<IncomingMessage> {
  const onward = httpRequest({ host: target.hostname, port: target.port, method, path, headers });
  onward.end(bytes);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (answer === undefined) throw new Error('The server gave no answer.');
  return answer;
}
