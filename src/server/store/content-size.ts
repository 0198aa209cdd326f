import { sql } from 'kysely';

/** Selects the size of a text in bytes. Neither database reads the text for it. */
export const contentSize = sql<number>`octet_length(content)`.as('size');
