import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NetworkSums, type Networks } from './network-sums.ts';

/** An open connection. For a trusted proxy, `network` is that of the client with a request in progress, if any. */
export type Connection = Networks & {
  socket: Socket;
  /** The address of the trusted proxy that opened the connection, if one did. */
  proxy: string | undefined;
  /** When the present stage (`Stage`) began, as far as that is known, in milliseconds (`performance.now()`). */
  since: number;
  /** Whether the server has had time to read the data that the client sent right after connecting. */
  isHeard: boolean;
  hasAsked: boolean;
  current: { request: IncomingMessage; response: ServerResponse } | undefined;
  /** In bytes: the part of the response that is held in memory until the client reads it. */
  unsent: number;
};

/**
 * `opening`: the first request's headers are not complete. `idle`: between a response and the next request. `slow`: the
 * client has yet to send the rest of a body or to read the response. `working`: the client waits for this server, which
 * might not have read from the connection yet.
 */
type Stage = 'opening' | 'idle' | 'slow' | 'working';

/** When there are too many connections, those in these stages end first, in this order: their clients lose least. */
const endFirst: Stage[] = ['opening', 'idle', 'slow'];

/**
 * Returns the connection to end when there are too many. Of the connections that are not `working`, takes those with
 * the highest `rank`, and picks one whose stage comes first in `endFirst`, the oldest if there are several. If all are
 * `working`, picks the newest of those with the highest `rank`.
 */
export function findConnectionToEnd(
  crowd: Connection[],
  rank: (connection: Connection) => number,
): Connection | undefined {
  const ofHighestRank = (connections: Connection[]) => {
    const highest = Math.max(...connections.map(rank));
    return connections.filter((connection) => rank(connection) === highest);
  };
  const clients = ofHighestRank(crowd.filter((connection) => stageOf(connection) !== 'working'));
  const [first] = clients.toSorted((a, b) => order(a) - order(b) || a.since - b.since);
  return first ?? ofHighestRank(crowd).at(-1);
}

const order = (connection: Connection): number => endFirst.indexOf(stageOf(connection));

/** Returns the connection that has waited longest, of the network with the most unread bytes. */
export function findLargestUnread(connections: Iterable<Connection>): Connection | undefined {
  const unread = new NetworkSums();
  const readers = [...connections].filter(({ unsent }) => unsent > 0);
  for (const reader of readers) unread.add(reader, reader.unsent);
  const [largest] = readers.toSorted((a, b) => unread.weightOf(b) - unread.weightOf(a));
  const [longest] = readers.filter(({ network }) => network === largest?.network).toSorted((a, b) => a.since - b.since);
  return longest;
}

function stageOf({ current, hasAsked, isHeard }: Connection): Stage {
  if (!isHeard) return 'working';
  if (!current) return hasAsked ? 'idle' : 'opening';
  return current.response.writableEnded || !current.request.complete ? 'slow' : 'working';
}
