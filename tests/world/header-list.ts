/** Returns the names that a header lists, in lower case. */
export const listOf = (header: string | null | undefined): string[] =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
