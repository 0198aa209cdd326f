import { callPaths, callTemplates, parametersIn } from '../../contract/paths.ts';
import { callPathOf } from '../../device/calls/host.ts';

/** A call whose answers are stored. */
export type ReadingCall = { kind: 'list'; url: string } | { kind: 'post'; url: string; id: string };

/**
 * Returns the call that a request makes; `undefined` if its answer is not stored, such as that of `auth/me`. The app
 * makes its calls with fetch. An image, a frame or a link makes no call, even if an author gave it the URL of a call.
 */
export function readingCallOf(request: Request): ReadingCall | undefined {
  if (request.method !== 'GET' || request.destination !== '') return undefined;
  if (request.mode === 'navigate' || request.mode === 'no-cors') return undefined;
  return readingCallAt(request.url);
}

export function readingCallAt(address: string): ReadingCall | undefined {
  const url = new URL(address);
  const path = callPathOf(url);
  if (path === undefined) return undefined;
  if (path === callPaths.posts || parametersIn(callTemplates.userPosts, path)) return { kind: 'list', url: address };
  const id = url.search === '' ? parametersIn(callTemplates.post, path)?.id : undefined;
  return id && isDecodable(id) ? { kind: 'post', url: address, id: decodeURIComponent(id) } : undefined;
}

/** Returns whether the part can be decoded: a request can have any URL, and a fetch handler must not throw. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
