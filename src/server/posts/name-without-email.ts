/** A part that looks like an email address; the group is the part before its `@`. */
// bounded: 100 characters of a name
const emailLike = /("[^"@]*"|[^\s@<>(),;]+)@[^\s<>(),;]+/g;

/**
 * Returns an author's name for feeds and structured data, which programs collect. Each part that looks like an email
 * address is cut before its `@`.
 */
export function nameWithoutEmail(name: string): string {
  return name.replaceAll(emailLike, '$1').trim() || 'Author';
}
