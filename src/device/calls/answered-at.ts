/** The header in which an answer from this device says when the backend gave it, in milliseconds since the epoch. */
export const answeredAtHeader = 'X-Answered-At';

/** The header of a backend's answer that this device could not store, with the reason. Any stored copy is older. */
export const notKeptHeader = 'X-Not-Kept';

/** `failed`: storage failed or did not answer, but may work later. */
export type NotKept = 'no room' | 'failed';
