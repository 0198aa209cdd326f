import { pagePaths } from '../../contract/paths.ts';
import { ConfigError } from '../process/config-error.ts';

const longest = 2_048;

/**
 * @returns the address, or the path of a page of the site
 * @throws {ConfigError} when it is neither
 */
export function checkLink(key: string, given: string): string {
  const page = given.startsWith('/page/') ? given.slice('/page/'.length) : given;
  if (isPageName(page)) return pagePaths.page(page);
  // A browser runs the addresses of other schemes, or asks what to do with them.
  if (/^(?:https?:\/\/|mailto:)/i.test(given) && given.length <= longest && URL.canParse(given)) {
    const { href } = new URL(given);
    if (href.length <= longest) return href;
  }
  throw new ConfigError(
    `${key} must be an address such as https://example.com/terms, or the name of a page of the site`,
  );
}

export const longestPageName = 60;

/** Allows letters, digits and hyphens: a page's address is the same wherever it is written. */
export const isPageName = (name: string): boolean =>
  name.length <= longestPageName && /^[a-z0-9-]+$/.test(name) && !/^-|-$/.test(name);

/** @returns the name of the page that a link leads to, if it leads to one of the site's */
export const pageOfLink = (link: string): string | undefined =>
  link.startsWith('/page/') ? link.slice('/page/'.length) : undefined;
