/**
 * A failed call: the network or the server fails, or the browser blocks the call. It extends TypeError, with which `fetch`
 * rejects. The class distinguishes it from the TypeError of a programming mistake.
 */
export class CallFailed extends TypeError {}
