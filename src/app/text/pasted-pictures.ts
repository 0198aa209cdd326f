/**
 * Returns the pictures of a paste. A program that copies text may add a picture of it, which is not what is wanted; one
 * that copies pictures may add their names or paths.
 */
export function pastedPictures({ files, text }: { files: readonly File[]; text: string }): File[] {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  const names = new Set(pictures.flatMap(({ name }) => [name, encodeURIComponent(name)]));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => names.has(nameIn(line.trim()))) ? pictures : [];
}

/** Returns the last part of a path or of a file's address. */
const nameIn = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
