import { sql } from 'kysely';

/** Selects the size of a text in bytes. SQLite and PostgreSQL find the size without reading the text. */
export const contentSize = sql<number>`octet_length(content)`.as('size');
