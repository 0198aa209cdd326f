import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { callPaths } from '../../../src/contract/paths.ts';

/** One publish or edit: the title that was sent, and the idempotency key. */
export type Press = {
  key: string;
  title: string;
  /** The post and version that it edits. If unset, it publishes a new post. */
  edits?: { id: string; etag: string };
};

export type Tally = {
  /** Publishes and edits that the server has acknowledged. */
  acknowledged: Press[];
  /** Publishes and edits that were refused, or got no response. */
  unacknowledged: Press[];
  answers: Map<number, number>;
  /** Errors of connections that broke during a request. Refused connections are left out. */
  dropped: string[];
};

export type Writer = { token: string; userId: string; bearer: { Authorization: string }; cookie: string };

export type LoadOptions = {
  origin: string;
  writer: Writer;
  clients: number;
  /** Whether each client reads the list after each post that it has published and edited. */
  reads?: boolean;
  /** How often each client edits a post that it has published, before it publishes the next. */
  edits?: number;
  /** Milliseconds that a client waits after a failed connection before it continues. If unset, it stops. */
  goOnAfter?: number;
};

export type Sent = { status: number; body: string; headers: IncomingMessage['headers'] };

/** Sends a request. Resolves with the whole response, or rejects with the socket's error. */
export async function send(
  agent: Agent | undefined,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string,
  signal?: AbortSignal,
): Promise<Sent> {
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  const all = { ...headers, ...length };
  const sending = request(url, { method, headers: all, ...(agent && { agent }), ...(signal && { signal }) });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  if (!answer) throw new Error('no answer');
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

/** Publishes or edits a post. */
export function publishUnderKey(
  origin: string,
  { bearer }: Writer,
  { key, title, edits }: Press,
  agent?: Agent,
  content = `${title}, at length.`,
): Promise<Sent> {
  const body = JSON.stringify({ title, imgUrl: '', content });
  const headers = { 'Content-Type': 'application/json', ...bearer, 'Idempotency-Key': key };
  if (!edits) return send(agent, 'POST', origin + callPaths.posts, headers, body);
  return send(agent, 'PUT', origin + callPaths.post(edits.id), { ...headers, 'If-Match': edits.etag }, body);
}

/** Returns the post's id and current ETag, as `edits` of the next edit. */
export async function versionOf(origin: string, id: string): Promise<NonNullable<Press['edits']>> {
  const { headers } = await send(undefined, 'GET', origin + callPaths.post(id));
  return { id, etag: headers.etag ?? '' };
}

/** Starts clients that send requests one by one, until they are stopped or (without `goOnAfter`) a connection fails. */
export function startLoad({ origin, writer, clients, reads, edits = 0, goOnAfter }: LoadOptions): {
  tally: Tally;
  stop(): Promise<Tally>;
  ended: Promise<Tally>;
} {
  const tally: Tally = { acknowledged: [], unacknowledged: [], answers: new Map(), dropped: [] };
  let isStopped = false;

  const count = ({ status }: Sent) => {
    tally.answers.set(status, (tally.answers.get(status) ?? 0) + 1);
    return status;
  };

  const press = async (agent: Agent, edited?: Press['edits']): Promise<Press['edits']> => {
    const pressed = { key: randomUUID(), title: randomUUID(), ...(edited && { edits: edited }) };
    try {
      const answer = await publishUnderKey(origin, writer, pressed, agent);
      const isStored = count(answer) < 300;
      (isStored ? tally.acknowledged : tally.unacknowledged).push(pressed);
      const { _id: id, etag } = isStored ? JSON.parse(answer.body) : {};
      return isStored ? { id, etag } : undefined;
    } catch (error) {
      tally.unacknowledged.push(pressed);
      throw error;
    }
  };

  const run = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopped) {
      try {
        let latest = await press(agent);
        for (let left = edits; left > 0 && latest; left--) latest = await press(agent, latest);
        if (reads) count(await send(agent, 'GET', origin + callPaths.posts));
      } catch (error) {
        if (!isRefused(error)) tally.dropped.push(String(error));
        if (goOnAfter === undefined) break;
        await new Promise((resolve) => setTimeout(resolve, goOnAfter));
      }
    }
    agent.destroy();
  };

  const ended = Promise.all(Array.from({ length: clients }, run)).then(() => tally);
  return {
    tally,
    ended,
    stop: () => {
      isStopped = true;
      return ended;
    },
  };
}

/** Returns whether a request failed because no server listens at its address. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

/** Registers a user over HTTP. */
export async function registerWriter(origin: string, name = 'ada'): Promise<Writer> {
  const body = JSON.stringify({ name, email: `${name}@example.com`, password: 'correct horse battery' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await send(undefined, 'POST', origin + callPaths.register, headers, body);
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.body}`);
  const { token, userId } = JSON.parse(answer.body);
  const [cookie = ''] = answer.headers['set-cookie']?.[0]?.split(';') ?? [];
  return { token, userId, bearer: { Authorization: `Bearer ${token}` }, cookie };
}
