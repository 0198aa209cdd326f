/**
 * The error of a call that the network or the server fails, or that the browser blocks. Extends TypeError, with which
 * `fetch` rejects. The class distinguishes it from the TypeError of a programming mistake.
 */
export class CallFailed extends TypeError {}
