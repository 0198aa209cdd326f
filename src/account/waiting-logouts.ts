import { isHTTPError } from 'ky';
import { accountPaths } from '../contract/account-paths.ts';
import { writingClient } from '../device/calls/client.ts';
import { connection } from '../device/calls/connection.ts';
import { startRetries } from '../device/calls/retries.ts';
import { changeRecord, replaceRecord } from '../device/storage/record-changes.ts';
import { readRecord } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';

/** More than anybody logs out of without a network; the oldest goes first, and its session ends by itself. */
const maxWaiting = 100;

/**
 * Notes that this session is to end on the server, and begins to tell it. Not the token is noted, but its hash, by which
 * nothing can be done but ending the session. Never rejects or takes longer than `timeouts.databaseOpenTimeoutMs`, as a
 * logout waits for it.
 */
export async function noteLogout(token: string): Promise<void> {
  await resultWithin(timeouts.databaseOpenTimeoutMs, note(token).catch(report));
}

async function note(token: string): Promise<void> {
  const session = await sessionIdOf(token);
  // The page is about to go; a call that is kept alive outlives it.
  void tell(session).catch(report);
  await changeRecord<string[]>(recordKeys.logouts, (waiting = []) => [...waiting, session].slice(-maxWaiting));
}

/** SHA-256, base64url. Plain http has no `crypto.subtle`: there the server says which session the token is of. */
async function sessionIdOf(token: string): Promise<string> {
  if (!crypto.subtle) {
    const { getSessions } = await import('./own-account-calls.ts');
    return (await getSessions(token)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return btoa(String.fromCharCode(...digest)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
}

async function tell(session: string): Promise<void> {
  await writingClient.post(accountPaths.logout, {
    json: { session },
    keepalive: true,
    signal: AbortSignal.timeout(timeouts.sendTimeoutMs),
  });
}

/**
 * Tells the server of what waits: now, when the network or the page comes back, and after growing pauses. Every page of
 * somebody who was ever logged in does so; told twice, a session has ended all the same.
 */
export function startTellingLogouts(): void {
  const attempt = async () => retries.setFailed((await tellWaiting()) === 'waiting');
  const retries = startRetries(() => void attempt());
  connection.subscribe(() => connection.get() === 'reachable' && void attempt());
  void attempt();
}

async function tellWaiting(): Promise<'told' | 'waiting'> {
  try {
    for (const session of (await readRecord<string[]>(recordKeys.logouts)) ?? []) {
      await tell(session).catch(unlessNoSession);
      await replaceRecord<string[]>(recordKeys.logouts, (waiting) => {
        const left = waiting.filter((other) => other !== session);
        return left.length > 0 ? { [recordKeys.logouts]: left } : {};
      });
    }
    return 'told';
  } catch (error) {
    report(error);
    return 'waiting';
  }
}

/** Treats a session id that the server refuses as done: a repetition would be refused, too. */
function unlessNoSession(error: unknown): void {
  if (!isHTTPError(error) || ![400, 422].includes(error.response.status)) throw error;
  console.error('The server knows no such session to end; forgetting it.', error);
}

const report = (error: unknown) =>
  console.error('Could not tell the server of a logout; it is told when there is a connection.', error);
