import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { callPaths, pagePaths } from '../../../src/contract/paths.ts';
import { type Sent, send } from './load.ts';

/** An act of a user while the server is attacked, and its duration in milliseconds. */
export type Act = { what: 'read' | 'log in' | 'publish'; took: number };

/** In milliseconds: how long a user waits for one answer, and how long they repeat an unsuccessful call. */
const timeoutMs = 10_000;
const pause = 250;

/** Differs from the attackers' network, as the server limits what one network may do. */
const localAddress = '127.1.0.2';

/** Opens a new connection for each request. */
const agent = new Agent({ localAddress });

function ask(url: string, method = 'GET', headers: Record<string, string> = {}, body?: object): Promise<Sent> {
  const json = body && { 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(timeoutMs);
  return send(agent, method, url, { ...headers, ...json }, body && JSON.stringify(body), signal);
}

/** Repeats a call until it gets the wanted status. The duration is `Infinity` if that takes longer than `timeoutMs`. */
async function repeatUntil(act: () => Promise<Sent>, wanted: number): Promise<{ took: number; body: string }> {
  const began = performance.now();
  do {
    // Treats a lost connection like an unsuccessful call.
    const answer = await act().catch(() => undefined);
    if (answer?.status === wanted) return { took: performance.now() - began, body: answer.body };
    await wait(pause);
  } while (performance.now() - began < timeoutMs);
  return { took: Number.POSITIVE_INFINITY, body: '{}' };
}

/** Registers a user. Returns a function by which they read, log in, publish a short post and delete it. */
export async function registerHonestUser(origin: string): Promise<() => Promise<Act[]>> {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  await repeatUntil(() => ask(origin + callPaths.register, 'POST', {}, { name: 'Honest', ...credentials }), 201);
  return async () => {
    const read = await repeatUntil(() => ask(origin + pagePaths.home), 200);
    const login = await repeatUntil(() => ask(origin + callPaths.login, 'POST', {}, credentials), 200);
    const headers = { Authorization: `Bearer ${JSON.parse(login.body).token}` };
    const post = { title: 'Honest', imgUrl: '', content: 'A few words.' };
    const published = await repeatUntil(() => ask(origin + callPaths.posts, 'POST', headers, post), 201);
    await repeatUntil(() => ask(origin + callPaths.post(JSON.parse(published.body)._id), 'DELETE', headers), 204);
    return [
      { what: 'read', took: read.took },
      { what: 'log in', took: login.took },
      { what: 'publish', took: published.took },
    ];
  };
}
