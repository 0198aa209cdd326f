/**
 * Header of an edit or a deletion: the `Idempotency-Key`s of the author's calls whose answers the device has not seen,
 * separated by commas. A refusal says which of these calls have arrived (write-refusals.ts). This header is not in
 * `ownHeaders`, because first visits load `ownHeaders`.
 */
export const unansweredHeader = 'Storyline-Unanswered';

/** The most keys in one header. */
export const mostUnanswered = 20;
