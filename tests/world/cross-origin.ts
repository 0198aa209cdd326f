/** What any page may send (Fetch, "CORS-safelisted"), and what it may read of an answer unless it is told more. */
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
 * Makes a call as a browser does it for a page of `origin`: to another origin it asks first whether it may, and it hands
 * over no more than that origin allows.
 *
 * @throws TypeError where the other origin does not allow it
 */
export async function callAcrossOrigins(
  request: Request,
  origin: string,
  call: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { url, method, signal, credentials } = request;
  if (new URL(url).origin === origin) return call(request);
  const asked = [...request.headers].filter(([name, value]) => !isSafe(name, value)).map(([name]) => name);
  if (asked.length > 0 || !includes(safe.methods, method)) {
    const wanted = {
      'Access-Control-Request-Method': method,
      ...(asked.length > 0 && { 'Access-Control-Request-Headers': asked.sort().join(',') }),
    };
    const { ok, headers } = await call(new Request(url, { method: 'OPTIONS', headers: wanted, signal }));
    const methods = listOf(headers, 'Access-Control-Allow-Methods');
    const allowed = listOf(headers, 'Access-Control-Allow-Headers');
    const isAllowed = includes(safe.methods, method) || methods.includes(method.toLowerCase());
    if (!ok || !isFor(headers, origin) || !isAllowed || !asked.every((name) => allowed.includes(name)))
      throw new TypeError(`${method} ${url} may not be called from ${origin}`);
  }
  const response = await call(request);
  const { headers } = response;
  const needsCredentials = credentials === 'include' && headers.get('Access-Control-Allow-Credentials') !== 'true';
  if (!isFor(headers, origin) || needsCredentials) throw new TypeError(`${url} may not be read from ${origin}`);
  const readable = [...safe.answerHeaders, ...listOf(headers, 'Access-Control-Expose-Headers')];
  for (const name of [...headers.keys()]) if (!readable.includes(name)) headers.delete(name);
  return response;
}

const isFor = (headers: Headers, origin: string): boolean => headers.get('Access-Control-Allow-Origin') === origin;

const isSafe = (name: string, value: string): boolean =>
  name === 'content-type' ? includes(safe.contentTypes, value.split(';')[0]) : includes(safe.requestHeaders, name);

const includes = (names: readonly string[], name: string | undefined): boolean =>
  name !== undefined && names.includes(name);

const listOf = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
