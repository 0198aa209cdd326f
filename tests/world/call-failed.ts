/**
 * The network has failed, the server, or a browser that does not let a call through: `fetch` rejects with a TypeError, as
 * for a fault of the program, from which this class tells it apart.
 */
export class CallFailed extends TypeError {}
