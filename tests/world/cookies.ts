import type { WireAnswer, WireCall } from './network.ts';
import type { StorageFaults } from './storage-faults.ts';

interface Cookie {
  name: string;
  value: string;
  path: string;
  /** In milliseconds since 1970. */
  endsAt: number;
}

/** The cookies of one device for one origin. Supports only what the product uses: names, paths and `Max-Age`. */
export class Cookies {
  readonly #cookies = new Map<string, Cookie>();
  readonly origin: string;
  readonly #faults: StorageFaults;
  readonly #now: () => number;

  /** @param now the device's clock, in milliseconds since 1970 */
  constructor(origin: string, faults: StorageFaults, now: () => number) {
    this.origin = origin;
    this.#faults = faults;
    this.#now = now;
  }

  /** Stores a cookie from `document.cookie` or a `Set-Cookie` header. */
  take(line: string): void {
    if (this.#faults.isForbidden) return;
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split('=');
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? '/';
    const endsAt = this.#now() + Number(attribute('max-age') ?? Number.POSITIVE_INFINITY) * 1_000;
    this.#cookies.set(`${name} ${path}`, { name, value, path, endsAt });
  }

  contents(): Cookie[] {
    return [...this.#cookies.values()];
  }

  deleteAll(): void {
    this.#cookies.clear();
  }

  /** Copies all cookies. @returns a function that restores them */
  copy(): () => void {
    const copied = [...this.#cookies];
    return () => {
      this.#cookies.clear();
      for (const [key, cookie] of copied) this.#cookies.set(key, cookie);
    };
  }

  send(call: WireCall, credentials: RequestCredentials): WireCall {
    const { origin, pathname } = new URL(call.url);
    const isForeign = origin !== this.origin;
    const own: [string, string][] =
      isForeign || !['GET', 'HEAD'].includes(call.method) ? [['Origin', this.origin]] : [];
    if (isForeign) return { ...call, headers: [...call.headers, ...own] };
    const sent = (credentials === 'omit' ? [] : [...this.#cookies.values()])
      .filter(({ endsAt }) => endsAt > this.#now())
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`);
    if (sent.length > 0) own.push(['Cookie', sent.join('; ')]);
    return { ...call, headers: [...call.headers, ['Sec-Fetch-Site', 'same-origin'], ...own] };
  }

  receive(call: WireCall, answer: WireAnswer): void {
    if (new URL(call.url).origin !== this.origin) return;
    for (const [name, value] of answer.headers) if (name.toLowerCase() === 'set-cookie') this.take(value);
  }
}
