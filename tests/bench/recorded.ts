import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response as it went over the wire. */
export interface Recorded {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Requests the URL as a browser does, and returns the response without decompressing it. */
export async function record(url: string, encoding: 'br' | 'identity' = 'br'): Promise<Recorded> {
  const request = get(url, { headers: { 'Accept-Encoding': encoding } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error(`No answer from ${url}`);
  const kept = Object.entries(response.headers).filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  );
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: await buffer(response),
  };
}
