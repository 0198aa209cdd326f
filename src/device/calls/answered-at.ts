/** The header in which an answer from this device says when the backend gave it, in milliseconds since the epoch. */
export const answeredAtHeader = 'X-Answered-At';

/** The header that says why this device could not store an answer. Any stored copy is older than that answer. */
export const notKeptHeader = 'X-Not-Kept';

/** `failed`: storage failed or did not answer, but may work later. */
export type NotKept = 'no room' | 'failed';
