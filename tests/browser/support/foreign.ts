import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { createFaultProxy, type Faults } from './faults.ts';
import { answerCall, answerPreflight, type ForeignState, newForeignState } from './foreign-calls.ts';
import { type Loopback, openLoopback } from './loopback.ts';
import { isFromBrowser, type Received, receive } from './received.ts';

/**
 * A backend on another origin. It sends only what the contract requires (specification, section 7): no Link, ETag,
 * Cache-Control, Content-Length, cookie or exposed header. It allows CORS for one origin and three headers.
 */
export interface ForeignBackend extends Loopback {
  /** All requests of browsers, in order, with preflights (`OPTIONS`). */
  readonly received: Received[];
  readonly faults: Faults;
}

export async function openForeignBackend(port: number, appOrigin: string): Promise<ForeignBackend> {
  const received: Received[] = [];
  const faults = createFaultProxy();
  const state = newForeignState();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = await receive(request);
    if (isFromBrowser(call)) {
      received.push(call);
      if (call.headers.origin === appOrigin) response.setHeader('Access-Control-Allow-Origin', appOrigin);
    }
    if (call.method === 'OPTIONS') preflight(call, response);
    else if (!(await faults.strike(call, response))) send(response, state, call);
  }

  const loopback = await openLoopback(port, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error('The foreign backend failed; resetting the connection:', error);
      response.destroy();
    });
  });
  return { ...loopback, received, faults };
}

function preflight(call: Received, response: ServerResponse) {
  const { status, headers } = answerPreflight(call);
  response.writeHead(status, Object.fromEntries(headers)).end();
}

function send(response: ServerResponse, state: ForeignState, call: Received) {
  const { status, body } = answerCall(state, call);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  // Writing before the end makes Node send the body chunked, without Content-Length.
  response.write(JSON.stringify(body ?? { message: STATUS_CODES[status] }));
  response.end();
}
