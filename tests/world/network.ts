import type { Realm } from './realm.ts';
import type { Turns } from './turns.ts';

/** What can become of a call on its way. */
export const networkFaults = [
  'the call is lost',
  'the answer is lost',
  'the call arrives late',
  'the call arrives twice',
  'nobody answers',
  'a captive portal answers',
  'a gateway answers 503',
  'a gateway redirects',
  'the answer is cut',
  'the answer comes late',
] as const;

export type NetworkFault = (typeof networkFaults)[number];

/** How often each fault comes, from 0 to 1. */
export type FaultRates = Partial<Record<NetworkFault, number>>;

/** A call as it goes over the wire. */
export interface WireCall {
  method: string;
  url: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | undefined;
}

export interface WireAnswer {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | undefined;
}

/** Whoever answers at an origin; rejects where nobody listens. */
export type Host = (call: WireCall) => Promise<WireAnswer>;

const wire = { name: 'network', isAlive: true };

/** The network between the devices and the hosts. */
export class Network {
  rates: FaultRates;
  readonly hosts = new Map<string, Host>();
  /** How often each fault has come. */
  readonly counts = new Map<NetworkFault, number>();
  readonly #turns: Turns;

  constructor(turns: Turns, rates: FaultRates) {
    this.#turns = turns;
    this.rates = rates;
  }

  /**
   * Sends a call of a realm.
   *
   * @param around adds the device's cookies to the call, and stores those of its answer.
   * @param certain what becomes of this call whatever the rates are.
   * @throws TypeError as `fetch` does, or the reason of the request's signal
   */
  async call(
    realm: Realm,
    isOnline: () => boolean,
    request: Request,
    around: { send(call: WireCall): WireCall; receive(call: WireCall, answer: WireAnswer): void },
    certain?: NetworkFault,
  ): Promise<Response> {
    const { method, url, signal, redirect } = request;
    signal.throwIfAborted();
    const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers = [...request.headers] as [string, string][];
    const path = `${method} ${new URL(url).pathname}`;
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      const lost = () => this.#turns.soon(realm, `${path} fails`, () => reject(new TypeError('fetch failed')));
      const leave = () => {
        if (!isOnline()) return lost();
        const call = around.send({ method, url, headers, body: bytes });
        const fault = certain ?? this.#fault();
        if (fault) this.#turns.tell(`${realm.name}: ${path}: ${fault}`);
        const heard = (answer: WireAnswer, isCut = false) =>
          this.#turns.soon(realm, `${path} answered ${answer.status}`, () => {
            if (!isOnline()) return reject(new TypeError('fetch failed'));
            around.receive(call, answer);
            resolve(responseOf(answer, url, isCut));
          });
        const arrive = (then: (answer: WireAnswer) => unknown) =>
          this.#turns.soon(wire, `${path} arrives`, () => {
            const host = this.hosts.get(new URL(url).origin);
            if (!host) return lost();
            host(call).then(then, lost);
          });
        switch (fault) {
          case undefined:
            return arrive(heard);
          case 'the call is lost':
            return lost();
          case 'the answer is lost':
            return arrive(lost);
          case 'the call arrives late':
            this.#turns.after(wire, this.#turns.pick(120_000), `${path} is late`, () => arrive(() => undefined));
            return lost();
          case 'the call arrives twice':
            return arrive(() => arrive(heard));
          case 'nobody answers':
            return undefined;
          case 'a captive portal answers':
            return heard(pageOf(200));
          case 'a gateway answers 503':
            return heard(pageOf(503));
          case 'a gateway redirects':
            return heard(pageOf(redirect === 'manual' ? 302 : 200));
          case 'the answer is cut':
            return arrive((answer) => heard(answer, true));
          case 'the answer comes late':
            return arrive((answer) =>
              this.#turns.after(wire, this.#turns.pick(20_000), `the answer to ${path} is late`, () => heard(answer)),
            );
        }
      };
      this.#turns.soon(wire, `${path} leaves ${realm.name}`, leave);
    });
  }

  #fault(): NetworkFault | undefined {
    for (const fault of networkFaults) {
      const rate = this.rates[fault] ?? 0;
      if (rate === 0 || !this.#turns.isLucky(rate)) continue;
      this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
      return fault;
    }
    return undefined;
  }
}

const pageOf = (status: number): WireAnswer => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: new TextEncoder().encode('<!doctype html><title>Log in to the network</title>'),
});

/** As `fetch` gives it: with an address, without cookies, and with a body that breaks off where it was cut. */
function responseOf({ status, headers, body }: WireAnswer, url: string, isCut: boolean): Response {
  const isEmpty = status === 204 || status === 304 || body === undefined || body.length === 0;
  const cut = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(body?.slice(0, body.length / 2)),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
  const response = new Response(isEmpty ? null : isCut ? cut() : body.slice(), {
    status,
    headers: headers.filter(([name]) => name.toLowerCase() !== 'set-cookie'),
  });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
