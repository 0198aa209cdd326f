/**
 * Where a list goes on, by its `Link` header (RFC 8288): the target with the relation `next`, made absolute against
 * the answer's own address.
 */
export function nextPage(header: string | null, base: string): string | undefined {
  for (const [, target, parameters] of (header ?? '').matchAll(/<([^>]*)>((?:[^,"]|"[^"]*")*)/g)) {
    // A quoted parameter before it is passed over whole: a title may hold what looks like a relation.
    const relations = /^(?:[^"]|"[^"]*")*?;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters ?? '');
    const isNext = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/).includes('next');
    if (isNext && URL.canParse(target ?? '', base)) return new URL(target ?? '', base).href;
  }
  return undefined;
}
