import { isHTTPError } from 'ky';
import * as v from 'valibot';
import { callPaths } from '../../contract/paths.ts';
import { type PostVersion, type PostVersionText, versionSchema, versionTextSchema } from '../../contract/posts.ts';
import { client } from '../../device/calls/client.ts';
import { followablePage } from '../../device/calls/link-header.ts';

/** Some of a post's versions, newest first. */
export interface VersionPage {
  versions: PostVersion[];
  /** The URL of the next page, which has earlier versions, if there is one. */
  next: string | undefined;
}

/**
 * `GET /blog/posts/{id}/versions`, for the post's author alone. Only our own backend has it.
 *
 * @param next of an earlier page; by default the newest versions
 */
export async function getVersions(id: string, token: string, next?: string): Promise<VersionPage> {
  const answer = client.get(next === undefined ? callPaths.versions(id) : new URL(next), privately(token));
  const versions = await answer.json(v.array(versionSchema));
  const { headers, url } = await answer;
  return { versions, next: followablePage(headers.get('Link'), url) };
}

/**
 * `GET /blog/posts/{id}/versions/{version}`, for the post's author alone. Only our own backend has it. Without a token,
 * the session cookie authenticates the author.
 */
export function getVersion(id: string, version: number, token: string | null): Promise<PostVersionText> {
  return client.get(callPaths.version(id, version), privately(token)).json(versionTextSchema);
}

const privately = (token: string | null) => ({
  ...(token !== null && { headers: { Authorization: `Bearer ${token}` } }),
  cache: 'no-store' as const,
});

/** Why versions cannot be shown. `unanswered`: asking again may help. */
export type VersionsFailure = 'login expired' | 'not own' | 'deleted' | 'unanswered';

export function versionsFailureOf(error: unknown): VersionsFailure {
  const kinds: Record<number, VersionsFailure> = { 401: 'login expired', 403: 'not own', 404: 'deleted' };
  return (isHTTPError(error) && kinds[error.response.status]) || 'unanswered';
}
