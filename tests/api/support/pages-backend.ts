import { JSDOM } from 'jsdom';
import { expect } from 'vitest';
import { type Extras, TestBackend } from './backend.ts';
import { createClientBuild } from './client-folder.ts';
import type { StoreKind } from './stores.ts';

/** A backend with its pages, read as a crawler reads them: without scripts. */
export type Pages = AsyncDisposable & {
  backend: TestBackend;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Requests a page, checks its status, and parses it. */
  page(path: string, status?: number): Promise<Document>;
};

export async function openPages(store: StoreKind, access: Extras = {}): Promise<Pages> {
  await using owned = new AsyncDisposableStack();
  const { clientDir } = owned.use(await createClientBuild());
  const backend = owned.use(await TestBackend.open(store, { clientDir, ...access }));
  const get = (path: string, headers: Record<string, string> = {}) => backend.request(path, { headers });
  const page = async (path: string, status = 200) => {
    const response = await get(path);
    const said = [path, response.status, response.headers.get('Content-Type')];
    expect(said).toEqual([path, status, 'text/html; charset=utf-8']);
    return parse(await response.text());
  };
  const opened = owned.move();
  return { backend, get, page, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export const parse = (html: string): Document => new JSDOM(html).window.document;

export const textOf = (document: Document, selector: string): string | null =>
  document.querySelector(selector)?.textContent ?? null;

export const textsOf = (document: Document, selector: string): (string | null)[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Returns the value of a meta element, by its name or property. */
export const metaOf = (document: Document, name: string): string | undefined =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? undefined;

/** Returns the JSON-LD of a page. Fails unless the page has exactly one JSON-LD script. */
export function structuredDataOf(document: Document): Record<string, unknown> {
  const scripts = textsOf(document, 'script[type="application/ld+json"]');
  expect(scripts).toHaveLength(1);
  return JSON.parse(scripts[0] ?? '');
}
