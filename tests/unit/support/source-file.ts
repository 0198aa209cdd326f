import type { SourceFile } from '../../../src/writing/bring-in/found-writing.ts';

/** Returns a chosen file with this text. */
export const sourceFile = (path: string, text: string, lastModified = 0): SourceFile => ({
  path,
  lastModified,
  bytes: async () => new Uint8Array(new TextEncoder().encode(text)),
});
