export type Encoding = 'br' | 'gzip';

/** The encoding for this Accept-Encoding (RFC 9110, 12.5.3): brotli, else gzip, else none; `q=0` means never. */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  const weights = weightsIn(accepted);
  const takes = (coding: Encoding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}

function weightsIn(accepted = ''): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.split(',')) {
    const [coding = '', weight] = entry.split(';');
    weights.set(coding.trim().toLowerCase(), weight === undefined ? 1 : Number(weight.trim().replace(/^q=/i, '')));
  }
  return weights;
}
