import { CallFailed } from './call-failed.ts';
import { sharedHeaders } from './cross-origin.ts';
import type { Device } from './device.ts';
import { Journey } from './journey.ts';
import type { Realm } from './realm.ts';
import type { Turns } from './turns.ts';
import { WorldResponse } from './world-response.ts';
import { WritesUnderWay } from './writes-under-way.ts';

/** The faults that a call can meet on its way. */
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

/** The probability of each fault, from 0 to 1. */
type FaultRates = Partial<Record<NetworkFault, number>>;

/** A call as it is sent over the wire. */
export interface WireCall {
  method: string;
  url: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | undefined;
}

export interface ArrivingCall extends WireCall {
  /** Returns whether the call is a stray if it arrives now: too late (see `Journey`), or repeated by the network. */
  isStray(): boolean;
  /** Whether the browser sends credentials to the called origin, such as cookies. */
  isWithCredentials: boolean;
}

export interface WireAnswer {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | undefined;
}

/** Answers calls to an origin, and rejects if nothing listens there. */
export type Host = (call: ArrivingCall) => Promise<WireAnswer>;

/** In milliseconds: a late answer arrives within this time. */
export const longestLateMs = 20_000;

/** In milliseconds: a call that takes longer is lost, as a device that sleeps this long loses its connections. */
const longestOnItsWay = 60 * 60 * 1000;

const wire = { name: 'network', isAlive: true };

/** The network between the devices and the hosts. */
export class Network {
  rates: FaultRates = {};
  /** The fault of the next call that publishes a post, regardless of `rates`. */
  nextPost: NetworkFault | undefined;
  /** The fault of the next call that edits a post. */
  nextEdit: NetworkFault | undefined;
  /** The path of a list or a post whose next answer comes late. */
  nextLate: string | undefined;
  /** The title of a text, and the fault of every call that sends this text. */
  stuck: { title: string; fault: NetworkFault } | undefined;
  readonly hosts = new Map<string, Host>();
  readonly writes = new WritesUnderWay();
  readonly #turns: Turns;
  /** By idempotency key, the device that has sent the call. */
  readonly #senders = new Map<string, Device>();
  /** All calls so far. */
  readonly #journeys: { sender: Device; journey: Journey }[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Ends all faults. */
  recover(): void {
    this.rates = {};
    this.nextPost = undefined;
    this.nextEdit = undefined;
    this.nextLate = undefined;
    this.stuck = undefined;
  }

  /** Releases all calls. Node keeps a request's signal and listeners for as long as anything references the request. */
  end(): void {
    this.hosts.clear();
    this.#journeys.length = 0;
    this.#senders.clear();
  }

  /** Returns the device whose call had this key, even if the call was lost. */
  senderOf(key: string): Device | undefined {
    return this.#senders.get(key);
  }

  /** Notes that a device's clock has jumped. All calls that the device has made count as strays from now on. */
  clockJumps(device: Device): void {
    for (const { sender, journey } of this.#journeys) if (sender === device) journey.clockJumps();
  }

  /**
   * Sends a call of a page or worker with the device's cookies, and stores the cookies of the answer.
   *
   * @param madeAt when the call was made, in milliseconds since 1970; earlier than now if the worker has passed it on
   * @throws TypeError as `fetch` does, or the reason of the request's signal
   */
  async call(realm: Realm, sender: Device, request: Request, madeAt: number): Promise<Response> {
    const { storage, restores } = sender;
    const { cookies } = storage;
    const { method, url, signal, redirect, credentials } = request;
    signal.throwIfAborted();
    // The page ended while its call was on its way to the worker.
    if (!realm.isAlive) throw new CallFailed('the page has gone');
    const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers = [...request.headers] as [string, string][];
    const path = `${method} ${new URL(url).pathname}`;
    const asked = { method, url, madeAt: this.#turns.count, arrivedAt: 0 };
    const journey = new Journey(request, realm);
    this.#journeys.push({ sender, journey });
    let end: () => void = () => undefined;
    return new Promise((answer, fail) => {
      const resolve = (response: Response) => {
        end();
        answer(response);
      };
      const reject = (reason: unknown) => {
        end();
        journey.giveUp();
        fail(reason);
      };
      this.#turns.whenAborted(signal, () => reject(signal.reason));
      const lost = () => this.#turns.soon(realm, `${path} fails`, () => reject(new CallFailed('fetch failed')));
      const leave = () => {
        // Restoring a device from a backup drops the calls that have not left it.
        if (!sender.isOnline || sender.restores !== restores) return lost();
        const key = request.headers.get('Idempotency-Key');
        if (key !== null) this.#senders.set(key, sender);
        const call = cookies.send({ method, url, headers, body: bytes }, credentials);
        // An aborted call still leaves the device, but no program waits for its answer.
        if (!signal.aborted) end = this.writes.begin(sender, realm, call);
        const fault = this.#faultOf(path, url, bytes);
        if (fault) this.#turns.tell(`${realm.name}: ${path}: ${fault}`);
        const heard = (answer: WireAnswer, { isCut = false, isRedirected = false } = {}) =>
          this.#turns.soon(realm, `${path} answered ${answer.status}`, () => {
            if (!sender.isOnline) return reject(new CallFailed('fetch failed'));
            if (credentials !== 'omit') cookies.receive(call, answer);
            const response = responseOf(answer, { request, origin: cookies.origin, isCut, isRedirected });
            if (response?.ok && !isCut && !isRedirected) sender.answers.note({ ...asked, ...pageIn(answer) });
            if (response) resolve(response);
            else reject(new CallFailed('fetch failed'));
          });
        const arrive = (then: (answer: WireAnswer) => void, isStray = () => journey.isStray()) =>
          this.#turns.soon(wire, `${path} arrives`, () => {
            const host = this.hosts.get(new URL(url).origin);
            if (!host || this.#turns.now - madeAt > longestOnItsWay) return lost();
            asked.arrivedAt = this.#turns.count;
            host({ ...call, isStray, isWithCredentials: request.credentials === 'include' }).then(then, lost);
          });
        switch (fault) {
          case undefined:
            return arrive((answer) => heard(answer));
          case 'the call is lost':
            return lost();
          case 'the answer is lost':
            return arrive(lost);
          case 'the call arrives late':
            // Half of the late calls arrive within the time that the app waits for a call without a key.
            this.#turns.after(
              wire,
              this.#turns.pick(this.#turns.isLucky(0.5) ? 10_000 : 120_000),
              `${path} is late`,
              () => arrive(() => undefined),
            );
            return lost();
          case 'the call arrives twice':
            // Chromium repeats a call after its connection is cut, without telling the page (src/contract/README.md).
            return arrive(() =>
              arrive(
                (answer) => heard(answer),
                () => true,
              ),
            );
          case 'nobody answers':
            return undefined;
          case 'a captive portal answers':
            return heard(pageOf(200));
          case 'a gateway answers 503':
            return heard(pageOf(503));
          case 'a gateway redirects':
            return heard(pageOf(redirect === 'manual' ? 302 : 200), { isRedirected: true });
          case 'the answer is cut':
            return arrive((answer) => heard(answer, { isCut: true }));
          case 'the answer comes late':
            return arrive((answer) =>
              this.#turns.after(wire, this.#turns.pick(longestLateMs), `the answer to ${path} is late`, () => {
                // A device ignores the answer to an aborted call, including its cookies.
                if (!signal.aborted) heard(answer);
              }),
            );
        }
      };
      this.#turns.soon(wire, `${path} leaves ${realm.name}`, leave);
    });
  }

  #faultOf(path: string, url: string, body: Uint8Array | undefined): NetworkFault | undefined {
    if (this.stuck && new TextDecoder().decode(body).includes(JSON.stringify(this.stuck.title)))
      return this.stuck.fault;
    if (this.nextPost && path === 'POST /blog/posts') {
      const fault = this.nextPost;
      this.nextPost = undefined;
      return fault;
    }
    if (this.nextEdit && path.startsWith('PUT /blog/posts/')) {
      const fault = this.nextEdit;
      this.nextEdit = undefined;
      return fault;
    }
    if (this.nextLate && path === `GET ${this.nextLate}` && url.endsWith(this.nextLate)) {
      this.nextLate = undefined;
      return 'the answer comes late';
    }
    for (const fault of networkFaults) {
      const rate = this.rates[fault] ?? 0;
      if (rate !== 0 && this.#turns.isLucky(rate)) return fault;
    }
    return undefined;
  }
}

const pageIn = ({ headers, body }: WireAnswer) => ({
  body,
  goesOn: headers.some(([name, value]) => name.toLowerCase() === 'link' && value.includes('rel="next"')),
});

const pageOf = (status: number): WireAnswer => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: new TextEncoder().encode('<!doctype html><title>Log in to the network</title>'),
});

interface Received {
  request: Request;
  /** The page's origin. */
  origin: string;
  isCut: boolean;
  /** Whether a gateway has redirected the call to its login page. */
  isRedirected: boolean;
}

/**
 * Returns the response as `fetch` does: with its `url`, and without `Set-Cookie`. Reading the body fails if the answer
 * was cut, or if the request has been aborted by then.
 *
 * @returns nothing if `fetch` rejects: CORS hides the answer, or the request allows no redirect
 */
function responseOf({ status, headers, body }: WireAnswer, received: Received): Response | undefined {
  const { request, origin, isRedirected } = received;
  const { mode, redirect } = request;
  const url = new URL(isRedirected && redirect === 'follow' ? '/login' : request.url, request.url);
  url.hash = '';
  if (isRedirected && redirect === 'error') return undefined;
  if (isRedirected && redirect === 'manual') return hidden(url.href, 'opaqueredirect');
  const isForeign = url.origin !== origin;
  if (isForeign && mode === 'no-cors') return hidden('', 'opaque');
  // OPTIONS is a preflight: the browser itself sends it, and may read all headers.
  const isShared = isForeign && request.method !== 'OPTIONS';
  const shown = isShared
    ? sharedHeaders(headers, { origin, credentials: request.credentials })
    : headers.filter(([name]) => !/^set-cookie$/i.test(name));
  if (!shown) return undefined;
  const isEmpty = status === 204 || status === 304 || body === undefined || body.length === 0;
  const marks = { url: url.href, type: isForeign ? 'cors' : 'basic', redirected: isRedirected } as const;
  return new WorldResponse(isEmpty ? null : bodyOf(body, received), { status, headers: shown }, marks);
}

const hidden = (url: string, type: ResponseType): Response => new WorldResponse(null, {}, { url, type });

const bodyOf =
  (body: Uint8Array<ArrayBuffer>, { request: { signal }, isCut }: Received) =>
  () => {
    signal.throwIfAborted();
    if (isCut) throw new CallFailed('terminated');
    return body.slice();
  };
