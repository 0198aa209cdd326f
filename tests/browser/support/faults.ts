import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isFromBrowser, pathnameOf, type Received } from './received.ts';

export type Fault =
  /** Sends this response instead of the backend's. */
  | { kind: 'answer'; status: number; type: string; body: string; headers?: Record<string, string> }
  /** Resets the connection before the first byte of the response. The backend does not receive the call. */
  | { kind: 'drop' }
  /** Forwards the call to the backend only once the fault is removed. */
  | { kind: 'hold' }
  /** Lets the call take effect, and resets the connection instead of answering. */
  | { kind: 'lose' }
  /** Lets the call take effect, and sends no response. Resets the connection when the fault is removed. */
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

/** Method and path without query, such as `GET /blog/posts`; or `*`, which means every call. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}` | '*';

export interface Faults {
  /** Sets a fault for this call. Returns a function that removes the fault. */
  set(call: Call, fault: Fault): () => void;
  /**
   * Applies the fault for this request, if there is one. Resolves to true if the caller must not answer the request.
   */
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

/** Discards the response: every call of its `write` or `end` calls `by` instead. */
function replaceAnswer(response: ServerResponse, by: () => ServerResponse): void {
  Object.assign(response, { writeHead: () => response, write: by, end: by });
}
