import { type PrecacheFile, precacheFiles } from './precache-manifest.ts';

/** The name that a build gives a script or style: what it is, the hash of its content, and its ending. */
const hashedName = /([\w.-]+)-[\w-]{8}(\.(?:js|css))/g;

/** What the file at the URL is in every build; `undefined` if its name has no hash. */
const lastingName = (url: string): string | undefined => [...url.matchAll(hashedName)].at(-1)?.slice(1).join('');

/**
 * Makes this build's file from other builds' files. A changed line gives its file another name, and changes thereby
 * every file that names it: most of what an update would fetch differs from what is cached in such names alone.
 *
 * @param others the other builds' files
 * @returns what may be the file: its digest decides
 */
export async function* makeFromOtherBuilds(
  { url }: PrecacheFile,
  cache: Cache,
  others: readonly Request[],
): AsyncGenerator<Response> {
  const name = lastingName(url);
  if (name === undefined) return;
  for (const request of others) {
    if (lastingName(request.url) !== name) continue;
    const other = await cache.match(request, { ignoreVary: true });
    if (!other) continue;
    const names = namesOfThisBuild();
    const text = await other.text();
    const headers = new Headers(other.headers);
    for (const header of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(header);
    const renamed = text.replace(hashedName, (all, stem, ending) => names.get(stem + ending) ?? all);
    yield new Response(renamed, { headers });
  }
}

/** The files' names without their folder, by what they are. */
function namesOfThisBuild(): Map<string, string> {
  const names = new Map<string, string>();
  for (const { url } of precacheFiles.values()) {
    const name = lastingName(url);
    if (name) names.set(name, url.slice(url.lastIndexOf('/') + 1));
  }
  return names;
}
