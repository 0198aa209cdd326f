import { callPaths, callTemplates } from '../../contract/paths.ts';
import { requireUserForRead } from '../access/authentication.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { respondJson } from '../http/respond.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { pageOfVersions, readVersion } from './post-versions.ts';

/** For the author's eyes alone: kept by no cache, shared or the browser's own. */
const privately = { 'Cache-Control': 'private, no-store' };

export function versionRoutes(store: Store) {
  const list: HandlerOf<typeof callTemplates.versions> = async (c) => {
    const id = c.req.param('id');
    const asked = c.req.query('after');
    const after = asked === undefined ? undefined : versionNumber(asked);
    if (asked !== undefined && after === undefined) throw new HttpError('invalid_cursor', { field: 'after' });
    const { versions, more } = await pageOfVersions(store, await requireUserForRead(c, store), id, after);
    const next = more && { Link: `<${callPaths.versions(id)}?after=${versions.at(-1)?.version}>; rel="next"` };
    return respondJson(c, 200, versions, { ...privately, ...next });
  };

  const read: HandlerOf<typeof callTemplates.version> = async (c) => {
    const { id, version } = c.req.param();
    const user = await requireUserForRead(c, store);
    return respondJson(c, 200, await readVersion(store, user, id, versionNumber(version) ?? 0), privately);
  };

  return { [callTemplates.versions]: { GET: list }, [callTemplates.version]: { GET: read } };
}

/** @returns `undefined` if it is no number that a version can have */
function versionNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
