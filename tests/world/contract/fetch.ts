import { type Context, type ContractCases, type Environment, pause, until } from './environment.ts';
import { equal, rejectionOf, throws } from './expect.ts';

interface Echo {
  method: string;
  origin: string | null;
  site: string | null;
  type: string | null;
  cookie: string | null;
  own: string | null;
  body: string;
}

const echoOf = async ({ fetch }: Context, init?: RequestInit, path = '/echo'): Promise<Echo> =>
  (await fetch(path, init)).json();

/** Returns how many calls to this path the host has received. */
const seenBy = async ({ fetch }: Context, path: string): Promise<number> =>
  (await fetch(`/seen?${encodeURIComponent(path)}`)).json();

/** Expects a TypeError. `fetch` rejects with it for a failed call, and for a response that CORS forbids. */
const fails = (promise: Promise<unknown>) => rejectionOf(promise).then((name) => equal(name, 'TypeError'));

const whole = 'one two three four five six';

export const fetchCases: ContractCases = {
  'a response has URL, status and headers, and its body can be read once': async ({ context }) => {
    const answer = await context.fetch('/text?of=1#part');
    const { pathname, search, hash } = new URL(answer.url);
    equal([pathname, search, hash], ['/text', '?of=1', '']);
    equal([answer.status, answer.ok, answer.type, answer.redirected], [200, true, 'basic', false]);
    equal(answer.headers.get('content-type'), 'text/plain');
    throws(() => answer.headers.set('X-Own', 'no'), 'TypeError');
    const clone = answer.clone();
    equal([clone.url, clone.type], [answer.url, 'basic']);
    equal([await clone.text(), await answer.text()], [whole, whole]);
    await fails(answer.text());
    throws(() => answer.clone(), 'TypeError');
  },
  'fetch resolves for an error status, and for a response without a body': async ({ context }) => {
    const missing = await context.fetch('/missing');
    equal([missing.status, missing.ok, await missing.text()], [404, false, 'There is nothing here']);
    const empty = await context.fetch('/nothing');
    equal([empty.status, empty.ok, await empty.text()], [204, true, '']);
  },
  "the host receives the method, headers and body, and the page's origin": async ({ context }) => {
    const sent = await echoOf(context, { method: 'PUT', body: 'text', headers: { 'X-Own': 'yes' } });
    const { origin } = new URL(new context.Request('/').url);
    equal([sent.method, sent.body, sent.own, sent.type], ['PUT', 'text', 'yes', 'text/plain;charset=UTF-8']);
    equal([sent.origin, sent.site], [origin, 'same-origin']);
    const read = await echoOf(context);
    equal([read.method, read.body, read.origin, read.site], ['GET', '', null, 'same-origin']);
    const bytes = await echoOf(context, { method: 'POST', body: new TextEncoder().encode('bytes') });
    equal([bytes.method, bytes.body, bytes.type], ['POST', 'bytes', null]);
  },
  'a request with a body can be sent once, and its clone once more': async ({ context }) => {
    const request = new context.Request('/echo', { method: 'POST', body: 'once' });
    const again = request.clone();
    equal(((await (await context.fetch(request)).json()) as Echo).body, 'once');
    await fails(context.fetch(request));
    equal(((await (await context.fetch(again)).json()) as Echo).body, 'once');
  },
  'a call that is lost rejects, and does not reach the host': async ({ context, name, withFault }) => {
    const path = `/text?${name}`;
    await withFault('the call is lost', () => fails(context.fetch(path)));
    equal(await seenBy(context, path), 0);
  },
  'a call whose answer is lost rejects, although it has reached the host': async ({ context, name, withFault }) => {
    const path = `/text?${name}`;
    const init = { method: 'POST', body: 'kept' };
    await withFault('the answer is lost', () => fails(context.fetch(path, init)));
    equal(await seenBy(context, path), 1);
  },
  'a call whose answer is cut resolves, and reading the body rejects': async ({ context, withFault }) => {
    const answer = await withFault('the answer is cut', () => context.fetch('/text'));
    const clone = answer.clone();
    equal([answer.status, answer.ok], [200, true]);
    // Firefox rejects with an AbortError, other browsers with a TypeError. The host resets the connection, because
    // WebKitGTK would take an orderly close for the body's end.
    equal((await rejectionOf(answer.text())) === 'nothing', false);
    equal((await rejectionOf(clone.text())) === 'nothing', false);
  },
  'a call without a response waits until the caller aborts it': async ({ context, withFault }) => {
    await withFault('nobody answers', async () => {
      const controller = new AbortController();
      const reason = new RangeError('enough');
      context.setTimeout(() => controller.abort(reason), 100);
      for (const signal of [controller.signal, context.AbortSignal.timeout(100)]) {
        const why = await context.fetch('/text', { signal }).then(String, (error) => error);
        // WebKit rejects with its own error instead of the signal's reason.
        equal(why === signal.reason || why.name === 'AbortError', true, `The reason, ${why}, is one of the two`);
      }
    });
  },
  'a call with an aborted signal is not sent': async ({ context, name }) => {
    const path = `/text?${name}`;
    equal(await rejectionOf(context.fetch(path, { signal: context.AbortSignal.abort() })), 'AbortError');
    await pause(context);
    equal(await seenBy(context, path), 0);
  },
  'aborting a call after fetch has resolved makes reading the body reject': async ({ context, withFault }) => {
    const controller = new AbortController();
    await withFault('the answer is cut', async () => {
      const answer = await context.fetch('/text', { signal: controller.signal });
      controller.abort();
      equal(await rejectionOf(answer.text()), 'AbortError');
    });
    const other = new AbortController();
    const answer = await context.fetch('/text', { signal: other.signal });
    await pause(context);
    other.abort();
    equal(await rejectionOf(answer.text()), 'AbortError');
    const read = await context.fetch('/text', { signal: other.signal }).catch(() => 'refused');
    equal(read, 'refused');
  },
  'a redirect that is not followed does not reveal its target': async ({ context, withFault }) => {
    await withFault('a gateway redirects', async () => {
      for (const method of ['GET', 'POST']) {
        const answer = await context.fetch('/text', { method, redirect: 'manual' });
        equal([answer.type, answer.status, answer.ok, answer.redirected], ['opaqueredirect', 0, false, false]);
        equal([new URL(answer.url).pathname, [...answer.headers]], ['/text', []]);
        equal(answer.clone().type, 'opaqueredirect');
      }
    });
  },
  'a followed redirect returns the target page, and redirected is true': async ({ context, withFault }) => {
    const answer = await withFault('a gateway redirects', () => context.fetch('/text', { method: 'POST', body: 'a' }));
    equal([answer.status, answer.redirected, answer.type], [200, true, 'basic']);
    equal(new URL(answer.url).pathname, '/login');
    equal(answer.headers.get('content-type')?.startsWith('text/html'), true);
    await withFault('a gateway redirects', () => fails(context.fetch('/text', { redirect: 'error' })));
  },
  "fetch resolves with a gateway's response as if it came from the host": async ({ context, withFault }) => {
    const portal = await withFault('a captive portal answers', () => context.fetch('/text'));
    equal([portal.status, portal.redirected, portal.headers.get('content-type')], [200, false, 'text/html']);
    const gateway = await withFault('a gateway answers 503', () => context.fetch('/text'));
    equal([gateway.status, gateway.ok], [503, false]);
  },
  'CORS headers decide what a page can read, and a no-cors response is opaque': async (env) => {
    const { context, otherOrigin } = env;
    const shared = await context.fetch(`${otherOrigin}/shared`);
    equal([shared.type, shared.url, shared.headers.get('X-Own')], ['cors', `${otherOrigin}/shared`, null]);
    equal(await shared.text(), 'for everybody');
    await fails(context.fetch(`${otherOrigin}/text`));
    const opaque = await context.fetch(`${otherOrigin}/text`, { mode: 'no-cors' });
    equal([opaque.type, opaque.status, opaque.ok, opaque.url, [...opaque.headers]], ['opaque', 0, false, '', []]);
    equal([opaque.body, await opaque.text(), opaque.clone().type], [null, '', 'opaque']);
  },
  'a keepalive call outlives its page': async ({ context, name, open, kill }) => {
    const path = `/text?${name}`;
    const leaving = await open();
    leaving.fetch(path, { method: 'POST', body: 'last words', keepalive: true }).catch(() => undefined);
    kill(leaving);
    await until(context, 'it has arrived', async () => (await seenBy(context, path)) === 1);
  },
};

/** Returns this case's cookies as the host receives them, without the common prefix of their names. */
const cookiesOf = async (context: Context, { name }: Environment, path?: string, init?: RequestInit) =>
  ((await echoOf(context, init, path)).cookie ?? '')
    .split('; ')
    .filter((cookie) => cookie.startsWith(name))
    .map((cookie) => cookie.slice(name.length));

export const cookieCases: ContractCases = {
  'a cookie is sent to addresses below its path, until it expires': async (env) => {
    const { context, name } = env;
    const cookie = (line: string) => Object.assign(context.document, { cookie: line });
    cookie(`${name}=set; Path=/echo; SameSite=Strict`);
    cookie(`${name}b=elsewhere; Path=/other`);
    equal(await cookiesOf(context, env), ['=set']);
    equal(await cookiesOf(context, env, '/echo', { method: 'POST' }), ['=set']);
    cookie(`${name}=; Path=/; Max-Age=0; SameSite=Strict`);
    equal(await cookiesOf(context, env), ['=set']);
    cookie(`${name}=; Path=/echo; Max-Age=0; SameSite=Strict`);
    equal(await cookiesOf(context, env), []);
    cookie(`${name}=short; Path=/echo; Max-Age=2`);
    equal(await cookiesOf(context, env), ['=short']);
    await pause(context, 3_000);
    equal(await cookiesOf(context, env), []);
  },
  'the browser stores a cookie of a response, and hides Set-Cookie from the page': async (env) => {
    const { context, name } = env;
    const answer = await context.fetch(`/cookie?name=${name}`);
    equal(answer.headers.get('set-cookie'), null);
    equal(await cookiesOf(context, env), ['=served']);
    equal(await cookiesOf(await env.open(), env), ['=served']);
  },
  'a call that omits credentials sends no cookie, and stores none': async (env) => {
    const { context, name } = env;
    Object.assign(context.document, { cookie: `${name}=set; Path=/echo` });
    equal(await cookiesOf(context, env, '/echo', { method: 'POST', credentials: 'omit' }), []);
    await context.fetch(`/cookie?name=${name}`, { credentials: 'omit' });
    equal(await cookiesOf(context, env), ['=set']);
  },
};
