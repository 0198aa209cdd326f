import { CallFailed } from './call-failed.ts';
import { listOf } from './header-list.ts';

/** Methods and headers that a page may send without a preflight, and headers that it may read ("CORS-safelisted"). */
const safe = {
  methods: ['GET', 'HEAD', 'POST'],
  requestHeaders: ['accept', 'accept-language', 'content-language'],
  contentTypes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
  answerHeaders: [
    'cache-control',
    'content-language',
    'content-length',
    'content-type',
    'expires',
    'last-modified',
    'pragma',
  ],
} as const;

/**
 * Makes a call to another origin, with a preflight first if a page of `origin` needs one.
 *
 * @throws TypeError if the other origin does not allow the call
 */
export async function callAcrossOrigins(
  request: Request,
  origin: string,
  call: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { url, method, signal, mode } = request;
  if (new URL(url).origin === origin || mode === 'no-cors') return call(request);
  const asked = [...request.headers].filter(([name, value]) => !isSafe(name, value)).map(([name]) => name);
  if (asked.length > 0 || !includes(safe.methods, method)) {
    const wanted = {
      'Access-Control-Request-Method': method,
      ...(asked.length > 0 && { 'Access-Control-Request-Headers': asked.sort().join(',') }),
    };
    const { ok, headers } = await call(new Request(url, { method: 'OPTIONS', headers: wanted, signal }));
    const methods = listOf(headers.get('Access-Control-Allow-Methods'));
    const allowed = listOf(headers.get('Access-Control-Allow-Headers'));
    const isAllowed = includes(safe.methods, method) || methods.includes(method.toLowerCase());
    const isFor = ['*', origin].includes(headers.get('Access-Control-Allow-Origin') ?? '');
    if (!ok || !isFor || !isAllowed || !asked.every((name) => allowed.includes(name)))
      throw new CallFailed(`${method} ${url} may not be called from ${origin}`);
  }
  return call(request);
}

/** Returns the headers that a page of `origin` may read; `undefined` if CORS hides the whole answer from the page. */
export function sharedHeaders(
  headers: [string, string][],
  { origin, credentials }: { origin: string; credentials: RequestCredentials },
): [string, string][] | undefined {
  const headerOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const isWithCredentials = credentials === 'include';
  const sharedWith = headerOf('access-control-allow-origin') ?? '';
  if (sharedWith !== origin && (sharedWith !== '*' || isWithCredentials)) return undefined;
  if (isWithCredentials && headerOf('access-control-allow-credentials') !== 'true') return undefined;
  const shared = [...safe.answerHeaders, ...listOf(headerOf('access-control-expose-headers'))];
  return headers.filter(([name]) => shared.includes(name.toLowerCase()));
}

const isSafe = (name: string, value: string): boolean =>
  name === 'content-type' ? includes(safe.contentTypes, value.split(';')[0]) : includes(safe.requestHeaders, name);

const includes = (names: readonly string[], name: string | undefined): boolean =>
  name !== undefined && names.includes(name);
