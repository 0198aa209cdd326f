/** Returns whether the browser reports that the reader wants to save data. The app then fetches less in advance. */
export function isDataSaved(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
