/** The header in which an answer from this device says when the backend gave it, in milliseconds since the epoch. */
export const answeredAtHeader = 'X-Answered-At';

/** The header of an answer of the backend that this device could not store, and why: what it has there is older. */
export const notKeptHeader = 'X-Not-Kept';

/** `failed`: storage fails or does not answer, and may do so later. */
export type NotKept = 'no room' | 'failed';
