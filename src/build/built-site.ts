import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadEnv } from 'vite';
import type { SitePageText, SiteSettings } from '../contract/site.ts';
import { operatorsFile } from '../server/cli/operators-file.ts';
import { ConfigError } from '../server/process/config-error.ts';
import { pageOfLink } from '../server/site/check-link.ts';
import { checkPage } from '../server/site/check-page.ts';
import { tagOf } from '../server/site/site-icon.ts';
import { mostPages } from '../server/site/site-pages.ts';
import { checkSetting, settingsOf } from '../server/site/site-settings.ts';

/** The settings of a client's site, the texts of its pages, and the content of its icon file. */
export type BuiltSite = { settings: SiteSettings; pages: SitePageText[]; icon: Buffer | undefined };

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Reads the JSON file that `VITE_SITE` names. It has the keys and values of `npm run site -- set`. `icon` is the path
 * of a picture, and `pages` maps each page's name to the path of a Markdown file. Paths are relative to the JSON file.
 * @throws {ConfigError} if `npm run site` would refuse a value, or if the client is built for our own backend
 */
export function readSiteOfBuild(mode: string): BuiltSite | undefined {
  const { VITE_SITE: file, VITE_API_HOST: host } = loadEnv(mode, root, 'VITE_');
  if (!file) return undefined;
  if (!host) throw new ConfigError('VITE_SITE is for a client of another backend; here `npm run site` sets all of it');
  return readSite(operatorsFile(file));
}

export function readSite(file: string): BuiltSite {
  const { icon: iconFile, pages: pageFiles = {}, ...values } = asObject(JSON.parse(readFileSync(file, 'utf8')), file);
  const beside = (key: string, name: unknown) => path.resolve(path.dirname(file), asText(key, name));
  const icon = iconFile === undefined ? undefined : readFileSync(beside('icon', iconFile));
  const pages = Object.entries(asObject(pageFiles, 'pages')).map(([name, pageFile]) => {
    const text = readFileSync(beside(`pages.${name}`, pageFile), 'utf8');
    return { name, tag: tagOf(text), ...checkPage(name, text) };
  });
  if (pages.length > mostPages) throw new ConfigError(`a site has at most ${mostPages} pages`);
  const settings = Object.entries(values).map(([key, value]) => ({
    key,
    value: checkSetting(key, asText(key, value)),
  }));
  for (const { key, value } of settings) {
    const linked = key.startsWith('link.') ? pageOfLink(value) : undefined;
    if (linked !== undefined && !pages.some(({ name }) => name === linked))
      throw new ConfigError(`${key} leads to a page ${linked} that ${file} does not have`);
  }
  const rows = [
    ...settings.map((row) => ({ ...row, tag: null })),
    ...(icon ? [{ key: 'icon', value: tagOf(icon), tag: null }] : []),
    ...pages.map(({ name, title, tag }) => ({ key: name, value: title, tag })),
  ];
  return { settings: settingsOf(rows), pages, icon };
}

function asObject(given: unknown, what: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given };
  throw new ConfigError(`${what} has to be a JSON object`);
}

function asText(key: string, given: unknown): string {
  if (typeof given === 'string') return given;
  throw new ConfigError(`${key} has to be a text`);
}
