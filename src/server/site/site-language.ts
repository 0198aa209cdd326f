import { ConfigError } from '../process/config-error.ts';

const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns a language tag in its canonical form.
 * @throws {ConfigError} when this is no language tag (BCP 47), or its language is unknown
 */
export function checkLanguage(given: string): string {
  try {
    const locale = new Intl.Locale(given);
    if (known.of(locale.language) !== undefined) return locale.toString();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ConfigError('language must be a tag such as en, pt-BR, ar or zh-Hant');
}

/** TypeScript's library lacks this method. */
type WithTextInfo = Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } };

export function languageOf(tag: string): { tag: string; dir: 'ltr' | 'rtl' } {
  return { tag, dir: (new Intl.Locale(tag) as WithTextInfo).getTextInfo().direction };
}
