/** Header of an answer from this device: when the backend gave the answer, in milliseconds since the epoch. */
export const answeredAtHeader = 'X-Answered-At';

/** Header with the reason why this device could not store the answer. Pages do not replace it with an older answer. */
export const notKeptHeader = 'X-Not-Kept';

/** `no room`: the device is full. `failed`: the database failed or hung, but may work later. */
export type NotKept = 'no room' | 'failed';
