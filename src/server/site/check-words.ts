import { ConfigError } from '../process/config-error.ts';

/** Controls, line ends, bidi controls and invisible characters, except joiners, which some scripts need. */
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;

/**
 * Checks words that the operator typed.
 * @param what names the words in the error message, which does not repeat them
 * @returns the trimmed words
 * @throws {ConfigError} when the words are missing or too long, or have control or invisible characters
 */
export function checkWords(what: string, given: string, longest: number): string {
  const words = given.trim();
  if (words.length > longest)
    throw new ConfigError(`${what} has ${words.length} characters, but at most ${longest} are allowed`);
  if (unwanted.test(words)) throw new ConfigError(`${what} must be one line without control or invisible characters`);
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(words)) throw new ConfigError(`${what} must have a visible character`);
  return words;
}
