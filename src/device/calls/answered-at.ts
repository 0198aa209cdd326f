/** Header of an answer from this device: when the backend gave the answer, in milliseconds since the epoch. */
export const answeredAtHeader = 'X-Answered-At';

/** Header of an answer that this device could not store: the reason. Pages do not replace it by an older answer. */
export const notKeptHeader = 'X-Not-Kept';

/** `failed`: storage failed or did not answer, but may work later. */
export type NotKept = 'no room' | 'failed';
