/** The page's jsdom instance, which Vitest adds to the globals. */
declare const jsdom: {
  readonly cookieJar: {
    getCookiesSync(url: string): { key: string; value: string }[];
    setCookieSync(cookie: string, url: string): void;
  };
};
