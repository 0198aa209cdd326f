/**
 * Returns the target of the relation `next` in a `Link` header (RFC 8288), resolved against `base`, the response's URL.
 */
export function nextPage(header: string | null, base: string): string | undefined {
  for (const [, target, parameters] of (header ?? '').matchAll(/<([^<>]*)>((?:[^,"<]|"[^"]*")*)/g)) {
    // Skips quoted parameters before the relation: a title may contain text that looks like a relation.
    const relations = /^(?:[^"]|"[^"]*")*?;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters ?? '');
    const isNext = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/).includes('next');
    if (isNext && URL.canParse(target ?? '', base)) return new URL(target ?? '', base).href;
  }
  return undefined;
}

/**
 * Returns the next page if it may be requested. Excludes other origins, addresses with a user name or a password, which
 * `fetch` rejects, and the page itself, because following it would never end.
 */
export function followablePage(header: string | null, base: string): string | undefined {
  const next = nextPage(header, base);
  if (next === undefined) return undefined;
  const { origin, username, password } = new URL(next);
  const here = new URL(base);
  return origin === here.origin && username + password === '' && next !== here.href ? next : undefined;
}
