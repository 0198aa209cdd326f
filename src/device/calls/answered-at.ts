/** The header in which an answer from this device says when the backend gave it, in milliseconds since the epoch. */
export const answeredAtHeader = 'X-Answered-At';

/** The header of a backend's answer that this device could not store. Its value is the reason; the stored copy is older. */
export const notKeptHeader = 'X-Not-Kept';

/** `failed`: storage fails or does not answer, and may do so later. */
export type NotKept = 'no room' | 'failed';
