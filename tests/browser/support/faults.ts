import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isFromBrowser, pathnameOf, type Received } from './received.ts';

export type Fault =
  /** Replaces the backend's answer by this one. */
  | { kind: 'answer'; status: number; type: string; body: string; headers?: Record<string, string> }
  /** Resets the connection before the first byte of the answer. */
  | { kind: 'drop' }
  /** Holds the call back until the fault is removed, and then answers it. */
  | { kind: 'hold' }
  /** Lets the call take effect, and resets the connection instead of answering. */
  | { kind: 'lose' }
  /** Lets the call take effect, and gives no answer. Resets the connection when the fault is removed. */
  | { kind: 'mute' };

export const internalError = {
  kind: 'answer',
  status: 500,
  type: 'text/plain',
  body: 'Internal Server Error',
} satisfies Fault;
export const captivePortal: Fault = {
  kind: 'answer',
  status: 200,
  type: 'text/html',
  body: '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms.',
};
export const resetConnection: Fault = { kind: 'drop' };
export const holdAnswer: Fault = { kind: 'hold' };
export const loseAnswer: Fault = { kind: 'lose' };
export const neverAnswer: Fault = { kind: 'mute' };
export function json(body: unknown): Fault {
  return { kind: 'answer', status: 200, type: 'application/json', body: JSON.stringify(body) };
}

/** Method and path without query, such as `GET /blog/posts`, or `*` for every call. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}` | '*';

export interface Faults {
  /** Sets a fault, until the returned function is called. */
  set(call: Call, fault: Fault): () => void;
  /** Resolves to true if a fault replaced the answer. */
  strike(request: Received, response: ServerResponse): Promise<boolean>;
}

export function createFaultProxy(): Faults {
  const rules = new Map<string, { fault: Fault; healed: Promise<void> }>();

  return {
    set(call, fault) {
      const { promise: healed, resolve } = Promise.withResolvers<void>();
      const rule = { fault, healed };
      rules.set(call, rule);
      return () => {
        if (rules.get(call) === rule) rules.delete(call);
        resolve();
      };
    },

    async strike(request, response) {
      const rule = rules.get(`${request.method} ${pathnameOf(request)}`) ?? rules.get('*');
      if (rule === undefined || !isFromBrowser(request)) return false;
      const { fault, healed } = rule;
      switch (fault.kind) {
        case 'hold':
          await Promise.race([healed, once(response, 'close')]);
          return response.destroyed;
        case 'drop':
          response.destroy();
          return true;
        case 'lose':
          replaceAnswer(response, () => response.destroy());
          return false;
        case 'mute':
          replaceAnswer(response, () => response);
          void healed.then(() => response.destroy());
          return false;
        case 'answer':
          response.statusCode = fault.status;
          if (fault.type !== '') response.setHeader('Content-Type', fault.type);
          response.setHeaders(new Headers(fault.headers));
          response.end(fault.body);
          return true;
      }
    },
  };
}

/** Discards the answer: `by` is called in place of each write to the response and of its end. */
function replaceAnswer(response: ServerResponse, by: () => ServerResponse): void {
  Object.assign(response, { writeHead: () => response, write: by, end: by });
}
