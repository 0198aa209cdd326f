import { pagePaths } from '../../contract/paths.ts';
import { ConfigError } from '../process/config-error.ts';

const longest = 2_048;

/**
 * Checks a link of the footer.
 * @returns the address, or the path of a page of the site
 * @throws {ConfigError} when `given` is neither
 */
export function checkLink(key: string, given: string): string {
  const page = given.startsWith('/page/') ? given.slice('/page/'.length) : given;
  if (isPageName(page)) return pagePaths.page(page);
  // Refuses other schemes: a browser might run the address as a script, or open it in another program.
  if (/^(?:https?:\/\/|mailto:)/i.test(given) && given.length <= longest && URL.canParse(given)) {
    const { href } = new URL(given);
    if (href.length <= longest) return href;
  }
  throw new ConfigError(
    `${key} must be an address such as https://example.com/terms, or the name of a page of the site`,
  );
}

export const longestPageName = 60;

/** Allows only lower-case letters, digits and hyphens, so that each page's address is written in one way. */
export const isPageName = (name: string): boolean =>
  name.length <= longestPageName && /^[a-z0-9-]+$/.test(name) && !/^-|-$/.test(name);

/** Returns the name of the operator's page to which a link leads; `undefined` for other links. */
export const pageOfLink = (link: string): string | undefined =>
  link.startsWith('/page/') ? link.slice('/page/'.length) : undefined;
