/** Returns whether the reader has asked the browser to save data, as far as it says so. The app then fetches nothing unasked. */
export function isDataSaved(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
