import { sql } from 'kysely';

/** Selects a text's size in bytes. Both databases know it without reading the text. */
export const contentSize = sql<number>`octet_length(content)`.as('size');
