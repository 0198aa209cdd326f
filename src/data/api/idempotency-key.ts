/** 16 random bytes in hex. `crypto.randomUUID` does not exist over plain http. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
