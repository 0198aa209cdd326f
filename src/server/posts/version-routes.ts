import * as v from 'valibot';
import { callPaths, callTemplates } from '../../contract/paths.ts';
import { versionSchema, versionTextSchema } from '../../contract/posts.ts';
import { reader } from '../access/who-asks.ts';
import { inQuery, jsonCall, type Route, route } from '../http/call.ts';
import { respondJson } from '../http/respond.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { pageOfVersions, readVersion } from './post-versions.ts';

/** Versions are for the author alone, so no cache may store them, not even the browser's own. */
const privately = { 'Cache-Control': 'private, no-store' };

export function versionRoutes(store: Store): Route[] {
  const who = reader(store);
  return [
    route(callTemplates.versions, {
      GET: jsonCall({
        summary: 'The versions of one of the user’s posts, newest first; `Link` leads to the next page',
        who,
        parameters: [inQuery('after', 'The last version seen')],
        gives: v.array(v.strictObject(versionSchema.entries)),
        refuses: ['not_owner', 'post_not_found', 'invalid_cursor'],
        async answer(c, user) {
          const id = c.req.param('id');
          const asked = c.req.query('after');
          const after = asked === undefined ? undefined : versionNumber(asked);
          if (asked !== undefined && after === undefined) throw new HttpError('invalid_cursor', { field: 'after' });
          const { versions, more } = await pageOfVersions(store, user, id, after);
          const next = more && { Link: `<${callPaths.versions(id)}?after=${versions.at(-1)?.version}>; rel="next"` };
          return respondJson(c, 200, versions, { ...privately, ...next });
        },
      }),
    }),
    route(callTemplates.version, {
      GET: jsonCall({
        summary: 'One version of one of the user’s posts',
        who,
        gives: v.strictObject(versionTextSchema.entries),
        refuses: ['not_owner', 'post_not_found', 'version_not_found'],
        async answer(c, user) {
          const { id, version } = c.req.param();
          return respondJson(c, 200, await readVersion(store, user, id, versionNumber(version) ?? 0), privately);
        },
      }),
    }),
  ];
}

/** Reads a version's number; `undefined` if the text is no number that a version can have. */
function versionNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
