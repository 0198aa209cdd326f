/** The properties of a fetched response that a program cannot set on a response that it constructs. */
export interface FetchedMarks {
  /** The address without a fragment. */
  url: string;
  type: ResponseType;
  redirected?: boolean;
}

/** The bytes of one body, which can be used once. A clone has a body of its own. */
interface Body {
  isUsed: boolean;
  /** The response's `body`; unset until a program reads that property. */
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /**
   * Returns a new copy of the bytes.
   *
   * @throws if the answer was cut, or the request was aborted before this read
   */
  read(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}

/** Headers of a fetched response, which pages can only read. */
class FixedHeaders extends Headers {
  override set(): never {
    throw new TypeError('immutable');
  }
  override append(): never {
    throw new TypeError('immutable');
  }
  override delete(): never {
    throw new TypeError('immutable');
  }
}

/** Returns whether a response of this type hides its status, headers and body from the page. */
export const isHidden = (type: ResponseType): boolean => type === 'opaque' || type === 'opaqueredirect';

const nullBodyStatuses = [101, 204, 205, 304];

/** The body behind each stream, for a response that is constructed from that stream. */
const bodies = new WeakMap<ReadableStream, Body>();

/** A `Response` that reads its bytes without a stream, as Node's own streams would take a tenth of a life's time. */
export class WorldResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string;
  readonly type: ResponseType;
  readonly redirected: boolean;
  readonly #body: Body | undefined;

  /** @param marks unset if a program constructs the response. For a fetched one, `body` must be a `read` function */
  constructor(
    body: BodyInit | Body['read'] | null = null,
    { status = 200, statusText = '', headers = [] }: ResponseInit = {},
    marks?: FetchedMarks,
  ) {
    const { url = '', type = 'default', redirected = false } = marks ?? {};
    const isOwn = marks === undefined;
    if (isOwn && (status < 200 || status > 599)) throw new RangeError(`${status} is no status of an answer`);
    if (isOwn && body !== null && nullBodyStatuses.includes(status)) throw new TypeError(`A ${status} has no body`);
    const hides = isHidden(type);
    this.url = url;
    this.type = type;
    this.redirected = redirected;
    this.status = hides || type === 'error' ? 0 : status;
    this.statusText = statusText;
    this.headers = isOwn ? new Headers(headers) : new FixedHeaders(hides ? [] : headers);
    this.#body = bodyOf(body);
    const contentType = typeOf(body);
    if (isOwn && contentType && !this.headers.has('Content-Type')) this.headers.set('Content-Type', contentType);
  }

  static error(): WorldResponse {
    return new WorldResponse(null, {}, { url: '', type: 'error' });
  }

  static json(data: unknown, init: ResponseInit = {}): WorldResponse {
    const headers = new Headers(init.headers);
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    return new WorldResponse(JSON.stringify(data), { ...init, headers });
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get bodyUsed(): boolean {
    return this.#body?.isUsed ?? false;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const body = this.#body;
    if (!body) return null;
    body.stream ??= new ReadableStream(
      {
        pull: async (controller) => {
          body.isUsed = true;
          controller.enqueue(await body.read());
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    bodies.set(body.stream, body);
    return body.stream;
  }

  clone(): WorldResponse {
    if (this.bodyUsed || this.#body?.stream?.locked) throw new TypeError('The body has been read');
    const { status, statusText, headers, url, type, redirected } = this;
    const marks = type === 'default' ? undefined : { url, type, redirected };
    return new WorldResponse(this.#body?.read ?? null, { status, statusText, headers }, marks);
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#body ? take(this.#body) : new Uint8Array();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.headers.get('Content-Type') ?? '' });
  }

  async formData(): Promise<FormData> {
    return new Response(await this.bytes(), { headers: this.headers }).formData();
  }
}

async function take(body: Body): Promise<Uint8Array<ArrayBuffer>> {
  if (body.isUsed || body.stream?.locked) throw new TypeError('The body has been read');
  body.isUsed = true;
  return body.read();
}

function bodyOf(body: BodyInit | Body['read'] | null): Body | undefined {
  if (body === null) return undefined;
  if (typeof body === 'function') return { isUsed: false, read: body };
  if (body instanceof ReadableStream) {
    const known = bodies.get(body);
    if (known) return known;
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : copyOf(body);
  if (bytes) return { isUsed: false, read: () => bytes.slice() };
  // Bodies whose bytes can only be read asynchronously, such as a Blob.
  const whole = new Response(body).bytes();
  return { isUsed: false, read: async () => (await whole).slice() };
}

function copyOf(body: BodyInit): Uint8Array<ArrayBuffer> | undefined {
  if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0));
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer);
  return undefined;
}

const typeOf = (body: unknown): string | undefined =>
  typeof body === 'string' ? 'text/plain;charset=UTF-8' : body instanceof Blob && body.type ? body.type : undefined;
