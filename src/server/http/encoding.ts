import { parseAccept } from 'hono/utils/accept';

export type Encoding = 'br' | 'gzip';

/** Returns the encoding for an Accept-Encoding (RFC 9110, 12.5.3): brotli, else gzip, else none; `q=0` means never. */
export function preferredEncoding(accepted = ''): Encoding | undefined {
  const given = parseAccept(accepted);
  const weightOf = (coding: string) => given.find(({ type }) => type.toLowerCase() === coding)?.q;
  const ofAny = weightOf('*') ?? 0;
  return (['br', 'gzip'] as const).find((coding) => (weightOf(coding) ?? ofAny) > 0);
}
