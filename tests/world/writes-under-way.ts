import type { Device } from './device.ts';
import type { WireCall } from './network.ts';
import type { Realm } from './realm.ts';

/** Records the writes whose answers a program still awaits. Only one program of a device at a time may send a text. */
export class WritesUnderWay {
  /** Descriptions of calls that were made while the same call of the same device was under way. */
  readonly doubled: string[] = [];
  readonly #all = new Map<Device, Map<string, Realm>>();

  /** Notes a write. @returns a function to call once no program awaits the answer any more */
  begin(sender: Device, realm: Realm, call: WireCall): () => void {
    const name = nameOf(call);
    if (name === undefined) return () => undefined;
    const underWay = this.#all.get(sender) ?? new Map<string, Realm>();
    this.#all.set(sender, underWay);
    const other = underWay.get(name);
    if (other?.isAlive) this.doubled.push(`${realm.name} sends what ${other.name} is sending: ${name}`);
    underWay.set(name, realm);
    return () => {
      if (underWay.get(name) === realm) underWay.delete(name);
    };
  }

  isAny(sender: Device): boolean {
    return [...(this.#all.get(sender)?.values() ?? [])].some(({ isAlive }) => isAlive);
  }
}

/**
 * Returns the same name each time that a write is sent: its idempotency key, or the body of a new post without a key.
 * Returns `undefined` for other calls, and for calls without a login, which several programs may send at once.
 */
function nameOf({ method, url, headers, body }: WireCall): string | undefined {
  if (method === 'GET' || method === 'OPTIONS') return undefined;
  const sent = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  if (!sent.has('authorization') && !sent.has('cookie')) return undefined;
  const key = sent.get('idempotency-key');
  const { pathname } = new URL(url);
  if (key !== undefined) return `${method} ${pathname} ${key}`;
  return method === 'POST' && pathname === '/blog/posts' ? new TextDecoder().decode(body) : undefined;
}
