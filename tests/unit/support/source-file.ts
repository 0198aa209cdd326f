import type { SourceFile } from '../../../src/writing/import-texts/found-writing.ts';

/** Returns a file with this text, as an author selects it for an import. */
export const sourceFile = (path: string, text: string, lastModified = 0): SourceFile => ({
  path,
  lastModified,
  bytes: async () => new Uint8Array(new TextEncoder().encode(text)),
});
