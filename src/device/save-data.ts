/** Whether the reader asks to save data, where the browser says so: then nothing is fetched that nobody asked for. */
export function isDataSaved(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
