/** What vitest puts beside the page: the jsdom it runs in. */
declare const jsdom: {
  readonly cookieJar: {
    getCookiesSync(url: string): { key: string; value: string }[];
    setCookieSync(cookie: string, url: string): void;
  };
};
