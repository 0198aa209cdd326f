/**
 * Substrings of a User-Agent header, and the browsers that send them. The first match counts: Edge also names Chrome
 * and Safari.
 */
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
 * Returns a rough name by which owners recognize their device: "Firefox on Linux". It consists only of the names above,
 * because a client can put any text into this header.
 * @returns `''` if the header contains none of the substrings
 */
export function deviceName(userAgent = ''): string {
  const [browser, system] = [browsers, systems].map((known) => known.find(([part]) => userAgent.includes(part))?.[1]);
  return [browser, system].filter((name) => name !== undefined).join(' on ');
}
