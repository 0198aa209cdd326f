import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Addresses, noAddresses } from '../http/ip-addresses.ts';
import { clientBehind } from '../http/request-context.ts';
import { type Connection, findConnectionToEnd, findLargestUnread } from './find-connection-to-end.ts';
import { NetworkSums, networksOf } from './network-sums.ts';

export const defaultConnectionBounds = {
  /** All connections: below the usual limit of 1,024 open files, because the database also needs open files. */
  ofAll: 800,
  /**
   * Connections of one IPv4 address or one IPv6 /64. A trusted proxy has no such limit, but each client
   * behind the proxy may have at most this many requests in progress.
   */
  ofAddress: 400,
  /** In bytes, over all connections: responses that clients have not read yet. */
  unsent: 48 * 1024 * 1024,
};

export type ConnectionBounds = typeof defaultConnectionBounds;

/**
 * Tracks every open connection. When there are too many, ends connections of the network that has the most, so that new
 * clients are still served. Ends first those whose clients have kept this server waiting longest.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #proxies: Addresses;
  readonly #open = new Map<Socket, Connection>();
  readonly #counts = new NetworkSums();
  #unsent = 0;

  constructor(server: Server, bounds = defaultConnectionBounds, proxies: Addresses = noAddresses) {
    this.#bounds = bounds;
    this.#proxies = proxies;
    server.on('connection', (socket) => this.#admit(socket));
  }

  /** Call this when a request's headers have arrived. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    Object.assign(connection, { current: { request, response }, hasAsked: true, since: performance.now() });
    if (connection.proxy !== undefined) {
      const forwardedFor = [request.headers['x-forwarded-for']].flat().join();
      this.#move(connection, clientBehind(this.#proxies, connection.proxy, forwardedFor));
      this.#makeRoom(connection.network);
    }
    response.once('close', () => {
      this.#hold(connection, 0);
      connection.since = performance.now();
      // A client that has yet to send the rest of the body is not idle.
      if (request.complete) this.#forget(connection, request);
      else request.once('close', () => this.#forget(connection, request));
    });
  }

  /** Call this when a response has been written completely. Counts the part that the client has not read yet. */
  responseWritten(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection?.current || socket.writableLength === 0) return;
    this.#hold(connection, socket.writableLength);
    while (this.#unsent > this.#bounds.unsent) {
      const largest = findLargestUnread(this.#open.values());
      if (!largest) break;
      this.#end(largest);
    }
  }

  /** Ends the connections whose clients have not sent a whole request, including idle connections. */
  endUnfinished(): void {
    for (const connection of this.#open.values()) {
      if (!connection.current?.request.complete) this.#end(connection);
    }
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const connection: Connection = {
      socket,
      ...(this.#proxies.has(address)
        ? { proxy: address, ...networksOf(undefined) }
        : { proxy: undefined, ...networksOf(address) }),
      since: performance.now(),
      isHeard: false,
      hasAsked: false,
      current: undefined,
      unsent: 0,
    };
    this.#open.set(socket, connection);
    this.#counts.add(connection, 1);
    socket.once('close', () => this.#remove(connection));
    void this.#hear(connection);
  }

  #isCrowded(network: string | undefined): boolean {
    return this.#counts.of(network) > this.#bounds.ofAddress || this.#open.size > this.#bounds.ofAll;
  }

  /**
   * Waits until Node has read from the connection: it accepts in one turn of the event loop and reads in the next.
   * Until then a new client seems silent, and its connection would end before those whose data Node has read.
   */
  async #hear(connection: Connection): Promise<void> {
    await setImmediate();
    await setImmediate();
    connection.isHeard = true;
    this.#makeRoom(connection.network);
  }

  #makeRoom(network: string | undefined): void {
    while (this.#isCrowded(network)) {
      const all = [...this.#open.values()];
      const crowd = this.#open.size > this.#bounds.ofAll ? all : all.filter((other) => other.network === network);
      this.#end(findConnectionToEnd(crowd, (connection) => this.#counts.rankOf(connection)));
    }
  }

  #move(connection: Connection, address: string | undefined): void {
    if (!this.#open.has(connection.socket)) return;
    this.#counts.add(connection, -1);
    Object.assign(connection, networksOf(address));
    this.#counts.add(connection, 1);
  }

  #end(connection: Connection | undefined): void {
    if (!connection) return;
    this.#remove(connection);
    connection.socket.destroy();
  }

  #remove(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    this.#hold(connection, 0);
    this.#counts.add(connection, -1);
  }

  #forget(connection: Connection, request: IncomingMessage): void {
    if (connection.current?.request !== request) return;
    connection.current = undefined;
    if (connection.proxy !== undefined) this.#move(connection, undefined);
  }

  #hold(connection: Connection, unsent: number): void {
    this.#unsent += unsent - connection.unsent;
    connection.unsent = unsent;
  }
}
