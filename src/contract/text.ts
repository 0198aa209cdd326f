import * as v from 'valibot';

/** Text that every database stores and returns unchanged: without NUL (PostgreSQL) and without lone surrogates. */
export const storableText = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text without NUL'),
);
