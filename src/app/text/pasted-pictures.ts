/**
 * Returns the pasted pictures, unless the paste has text other than their names or paths. Programs that copy text may
 * add a picture of the text, which is not wanted. Programs that copy pictures may add their names or paths as text.
 */
export function pastedPictures({ files, text }: { files: readonly File[]; text: string }): File[] {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  const names = new Set(pictures.flatMap(({ name }) => [name, encodeURIComponent(name)]));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => names.has(nameIn(line.trim()))) ? pictures : [];
}

/** Returns the last part of a path or of a file's address. */
const nameIn = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
