/** Downloads a file: the browser saves it, or asks for a folder. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Revokes the URL later, because the browser has only begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
