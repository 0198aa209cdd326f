/**
 * The error of a call that failed or that the browser blocked. It extends TypeError, as `fetch` rejects with one. Its
 * own class distinguishes it from the TypeError of a programming mistake.
 */
export class CallFailed extends TypeError {}
