import { linkNames, type SiteSettings } from '../../contract/site.ts';
import { ConfigError } from '../process/config-error.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';
import { checkAccent, coloursOf } from './accent.ts';
import { checkLink, pageOfLink } from './check-link.ts';
import { checkWords } from './check-words.ts';
import { checkLanguage, languageOf } from './site-language.ts';

/** The check of each key's value, which returns the value to store or throws a ConfigError. */
const checks: Record<string, (given: string) => string> = {
  name: (given) => checkWords('name', given, 60),
  tagline: (given) => checkWords('tagline', given, 120),
  description: (given) => checkWords('description', given, 300),
  language: checkLanguage,
  accent: checkAccent,
  ...Object.fromEntries(linkNames.map((link) => [`link.${link}`, (given: string) => checkLink(`link.${link}`, given)])),
};

/** The keys whose values the operator types. The icon and the pages come from files instead. */
export const settingKeys: readonly string[] = Object.keys(checks);

/**
 * Checks a setting.
 * @returns the value as it is stored
 * @throws {ConfigError} when there is no such setting, or its value is not valid
 */
export function checkSetting(key: string, given: string): string {
  const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
  if (!check) throw new ConfigError(`there is no such setting; the settings are ${settingKeys.join(', ')}`);
  return check(given);
}

/**
 * Checks and stores a setting.
 * @returns the value as it is stored
 * @throws {ConfigError} when the key or the value is refused; then nothing changes
 */
export async function setSetting({ db }: Store, key: string, given: string): Promise<string> {
  const value = checkSetting(key, given);
  await db.transaction().execute(async (work) => {
    const page = pageOfLink(value);
    if (page !== undefined) await requirePage(work, page);
    await storeSetting(work, key, value);
  });
  return value;
}

export async function storeSetting(work: StoreTransaction, key: string, value: string): Promise<void> {
  await work
    .insertInto('site_settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * Locks the page's row, so that the page can't be removed until the transaction ends.
 * @throws {ConfigError} when there is no such page
 */
async function requirePage(work: StoreTransaction, name: string): Promise<void> {
  const found = work.selectFrom('site_pages').select('name').where('name', '=', name).forNoKeyUpdate();
  if (await found.executeTakeFirst()) return;
  throw new ConfigError(`there is no page ${name}: npm run site -- page ${name} <file.md> makes it`);
}

/** Unsets a setting; returns whether it was set. */
export async function unsetSetting({ db }: Store, key: string): Promise<boolean> {
  if (!settingKeys.includes(key) && key !== 'icon')
    throw new ConfigError(`there is no such setting; the settings are ${settingKeys.join(', ')}, icon`);
  return db.transaction().execute(async (work) => {
    if (key === 'icon') await work.deleteFrom('site_icons').execute();
    const { numDeletedRows } = await work.deleteFrom('site_settings').where('key', '=', key).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}

/** Returns the stored values of all settings, by key. */
export async function listSettings(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('site_settings').select(['key', 'value']).orderBy('key').execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/**
 * Returns the settings for pages and the app. Rows may have been changed by hand, so a value that `checkSetting` would
 * refuse counts as unset.
 * @param rows all settings, and the pages in the order of the footer; only pages have a tag
 */
export function settingsOf(rows: { key: string; value: string; tag: string | null }[]): SiteSettings {
  const values = new Map<string, string>();
  for (const { key, value, tag } of rows) if (tag === null && isGood(key, value)) values.set(key, value);
  const pages = rows.flatMap(({ key, value, tag }) => (tag === null ? [] : [{ name: key, title: value, tag }]));
  const links = linkNames.flatMap((link) => {
    const value = values.get(`link.${link}`);
    return value === undefined ? [] : [[link, value]];
  });
  const [name, tagline, description] = ['name', 'tagline', 'description'].map((key) => values.get(key));
  const [language, accent, icon] = ['language', 'accent', 'icon'].map((key) => values.get(key));
  return {
    ...(name !== undefined && { name }),
    ...(tagline !== undefined && { tagline }),
    ...(description !== undefined && { description }),
    ...(language !== undefined && { language: languageOf(language) }),
    ...(accent !== undefined && { colours: coloursOf(accent) }),
    ...(links.length > 0 && { links: Object.fromEntries(links) }),
    ...(icon !== undefined && { icon }),
    ...(pages.length > 0 && { pages }),
  };
}

function isGood(key: string, value: string): boolean {
  if (key === 'icon') return /^[\w-]{1,43}$/.test(value);
  try {
    return checks[key]?.(value) === value;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
