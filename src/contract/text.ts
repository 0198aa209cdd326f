import * as v from 'valibot';

/** Text that every store takes and gives back unchanged: neither NUL nor half of a surrogate pair. */
export const storableText = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text without NUL'),
);
