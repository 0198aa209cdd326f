import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isBackendPath } from '../../../src/contract/paths.ts';
import { createFaultProxy, type Faults } from './faults.ts';
import { type Loopback, openLoopback } from './loopback.ts';
import { isFromBrowser, pathnameOf, type Received, receive } from './received.ts';

/** Answers a request for a page or a file. */
type AnswerPage = (call: Received, response: ServerResponse) => Promise<unknown>;

/** A reverse proxy before our own server. It records the app's calls to the backend, and causes faults. */
export interface Proxy extends Loopback {
  /** Calls to the backend in order, without requests for pages and assets. */
  readonly received: Received[];
  readonly faults: Faults;
}

/** @param answerPage answers requests for pages; by default, the server answers them */
export async function openProxy(
  port: number,
  target: URL,
  answerPage: AnswerPage = (call, response) => forward(call, response, target),
): Promise<Proxy> {
  const received: Received[] = [];
  const faults = createFaultProxy();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = await receive(request);
    if (!isBackendPath(pathnameOf(call))) return answerPage(call, response);
    if (isFromBrowser(call)) received.push(call);
    if (!(await faults.strike(call, response))) await forward(call, response, target);
  }

  const loopback = await openLoopback(port, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return { ...loopback, received, faults };
}

/** Forwards a call to the server. Returns the response's headers once the whole response has been forwarded. */
export async function forward(
  { method, path, headers, bytes }: Received,
  response: ServerResponse,
  target: URL,
): Promise<IncomingHttpHeaders> {
  const onward = httpRequest({ host: target.hostname, port: target.port, method, path, headers });
  onward.end(bytes);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (answer === undefined) throw new Error('The server gave no answer.');
  response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  await pipeline(answer, response);
  return answer.headers;
}
