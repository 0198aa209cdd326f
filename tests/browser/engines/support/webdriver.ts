import { within } from './within.ts';

/** The property that holds an element's reference in WebDriver's JSON (W3C WebDriver, section 12.1). */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export interface Session {
  /** @throws Error with the driver's own message */
  ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
}

/** Waits until the driver listens on this port, and starts a session. */
export async function openSession(port: number, capabilities: object): Promise<Session> {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await within(10_000, 'WebDriver', () => ask('GET', '/status'));
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  });
  return { ask: (method, path, body) => ask(method, `/session/${sessionId}${path}`, body) };
}
