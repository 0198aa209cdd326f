/**
 * Header of an edit or a deletion: the `Idempotency-Key`s of the author's calls whose answers the device has not seen,
 * separated by commas. A refusal tells which of them have arrived (write-refusals.ts). Apart from `ownHeaders`, which first
 * visits load.
 */
export const unansweredHeader = 'Storyline-Unanswered';

/** Number of keys in one header. */
export const mostUnanswered = 20;
