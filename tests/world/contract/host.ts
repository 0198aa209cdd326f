import type { WireAnswer, WireCall } from '../network.ts';

/** Answers the calls of the contract's cases. Used by the simulated network and by a real HTTP server alike. */
export function openContractHost(): (call: WireCall) => WireAnswer {
  const seen = new Map<string, number>();
  return (call) => {
    const url = new URL(call.url);
    const at = url.pathname + url.search;
    seen.set(at, (seen.get(at) ?? 0) + 1);
    const header = (wanted: string) => call.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    switch (url.pathname) {
      case '/echo':
        return json({
          method: call.method,
          origin: header('origin') ?? null,
          site: header('sec-fetch-site') ?? null,
          type: header('content-type') ?? null,
          cookie: header('cookie') ?? null,
          own: header('x-own') ?? null,
          body: new TextDecoder().decode(call.body),
        });
      case '/seen':
        return json(seen.get(decodeURIComponent(url.search.slice(1))) ?? 0);
      case '/text':
        return text('one two three four five six');
      case '/vary':
        return text(`for ${header('x-own') ?? 'nobody'}`, [['Vary', 'X-Own']]);
      case '/part':
        return { ...text('one', [['Content-Range', 'bytes 0-2/27']]), status: 206 };
      case '/nothing':
        return { status: 204, headers: [], body: undefined };
      case '/cookie':
        return text('with a cookie', [['Set-Cookie', `${url.searchParams.get('name')}=served; Path=/echo`]]);
      case '/shared':
        return text('for everybody', [
          ['Access-Control-Allow-Origin', '*'],
          ['X-Own', 'hidden'],
        ]);
      default:
        return { ...text('There is nothing here'), status: 404 };
    }
  };
}

const answer = (type: string, body: string, headers: [string, string][] = []): WireAnswer => ({
  status: 200,
  headers: [['Content-Type', type], ['Cache-Control', 'no-store'], ...headers],
  body: new TextEncoder().encode(body),
});

const text = (body: string, headers?: [string, string][]) => answer('text/plain', body, headers);

const json = (body: unknown) => answer('application/json', JSON.stringify(body));
