import { within } from './within.ts';

/** An element, as WebDriver names it (W3C WebDriver, section 12.1). */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export interface Session {
  /** @throws Error with what the driver says of the failure. */
  ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
}

/** Begins a session with the driver that listens on the port, as soon as it does. */
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
