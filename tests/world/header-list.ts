/** The names that a header lists, in small letters. */
export const listOf = (header: string | null | undefined): string[] =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
