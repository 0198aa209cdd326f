import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Handler, Hono } from 'hono';
import { sitePaths } from '../../contract/site.ts';
import { siteManifest } from '../../contract/site-manifest.ts';
import type { DocumentCache } from '../http/document-cache.ts';
import { jsonDocument, publicDocument, respondWithDocument } from '../http/public-document.ts';
import { type HandlerOf, registerRoute } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { HttpError } from '../process/http-error.ts';
import type { WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import type { SiteFinder } from './site-finder.ts';
import { isIconFile, readIcon } from './site-icon.ts';
import { findPage, readPage } from './site-pages.ts';

/** For files whose address changes whenever their content changes. */
const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };

const siteIconTemplate = '/site-icons/:icon/:file';

const siteTextTemplate = '/site-pages/:file';

type SiteSources = { store: Store; site: SiteFinder; documentCache: DocumentCache; documents: WorkQueue };

/**
 * Registers the routes that serve the operator's settings, icons and pages, and the manifest, which depends on the
 * settings.
 */
export function registerSiteRoutes(app: Hono, clientDir: string, sources: SiteSources): void {
  const { store, site, documentCache, documents: queue } = sources;
  const built = readFileSync(path.join(clientDir, 'manifest.webmanifest'), 'utf8');

  const settings: Handler = async (c) => respondWithDocument(c, jsonDocument((await site.find()).settings));

  const manifest: Handler = async (c) => {
    const { settings } = await site.find();
    const isSet = Object.keys(settings).length > 0;
    const text = isSet ? JSON.stringify(siteManifest(JSON.parse(built), settings)) : built;
    const headers = { 'Cache-Control': 'no-cache' };
    return respondWithDocument(c, publicDocument('application/manifest+json', text, headers));
  };

  const icon: HandlerOf<typeof siteIconTemplate> = async (c) => {
    const file = c.req.param('file');
    const { settings } = await site.find();
    if (settings.icon === undefined || !isIconFile(file)) throw new HttpError('path_not_found');
    const make = async () => {
      const bytes = await readIcon(store.reads, file);
      if (!bytes) throw new HttpError('path_not_found');
      return { ...publicDocument('image/png', bytes), isFile: true };
    };
    const work = { queue, network: networkOfClient(c), make };
    const document = await documentCache(`icon ${settings.icon} ${file}`, work);
    // Only the current address is cached for ever: an older page requests an earlier address, and gets the current
    // icon, too.
    const isCurrent = c.req.param('icon') === settings.icon;
    return respondWithDocument(c, document, { headers: isCurrent ? forEver : {} });
  };

  const text: HandlerOf<typeof siteTextTemplate> = async (c) => {
    const [name = '', ending] = c.req.param('file').split('.');
    const found = ending === 'json' ? await findPage(store.reads, name) : undefined;
    if (!found) throw new HttpError('path_not_found');
    const make = async () => {
      const page = await readPage(store.reads, name);
      if (!page) throw new HttpError('path_not_found');
      return jsonDocument(page);
    };
    const work = { queue, network: networkOfClient(c), make };
    const document = await documentCache(`site text ${name} ${found.tag}`, work);
    return respondWithDocument(c, document, { headers: c.req.query('tag') === found.tag ? forEver : {} });
  };

  registerRoute(app, sitePaths.settings, { GET: settings });
  registerRoute(app, siteIconTemplate, { GET: icon });
  registerRoute(app, siteTextTemplate, { GET: text });
  registerRoute(app, '/manifest.webmanifest', { GET: manifest });
}
