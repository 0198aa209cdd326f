/** Marks in a User-Agent, and the browsers they name. The first match counts, as browsers also name others behind themselves. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * A rough name of a device, by which its owner knows it again: "Firefox on Linux". Made of these words alone, so that
 * nothing of a header is stored that anybody can make up.
 * @returns `''` if the header names none of them
 */
export function deviceName(userAgent = ''): string {
  const [browser, system] = [browsers, systems].map((known) => known.find(([part]) => userAgent.includes(part))?.[1]);
  return [browser, system].filter((name) => name !== undefined).join(' on ');
}
