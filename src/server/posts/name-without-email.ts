/** A part that looks like an email address; the group is the part before its `@`. */
// bounded: 100 characters of a name
const emailLike = /("[^"@]*"|[^\s@<>(),;]+)@[^\s<>(),;]+/g;

/**
 * An author's name for feeds and structured data, which programs collect. Whatever looks like an email address in it,
 * the author's own or anybody else's, loses its `@` and what follows.
 */
export function nameWithoutEmail(name: string): string {
  return name.replaceAll(emailLike, '$1').trim() || 'Author';
}
