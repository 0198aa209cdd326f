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

/** Maximum number of stored logouts. Beyond it, the oldest is dropped; its session expires by itself. */
const maxWaiting = 100;

/**
 * Stores a request to end the token's session, and begins to send it. The request has the token's hash, which can only
 * end the session. Never rejects or takes longer than `timeouts.databaseOpenTimeoutMs`, as the logout awaits it.
 */
export async function enqueueLogout(token: string): Promise<void> {
  await resultWithin(timeouts.databaseOpenTimeoutMs, note(token).catch(report));
}

async function note(token: string): Promise<void> {
  const session = await sessionIdOf(token);
  // The page is about to close; `keepalive` lets the call outlive it.
  void tell(session).catch(report);
  await changeRecord<string[]>(recordKeys.logouts, (waiting = []) => [...waiting, session].slice(-maxWaiting));
}

/**
 * Returns the session's id, the token's SHA-256 as base64url. Over plain http (no `crypto.subtle`), asks the server.
 */
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
 * Sends the stored logouts to the server: now, when `startRetries` asks to, and when the connection becomes reachable.
 * Several pages may report the same logout, as ending a session twice does no harm.
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

/** Ignores a refusal of the session id, so that the logout is removed: the server would refuse a repetition, too. */
function unlessNoSession(error: unknown): void {
  if (!isHTTPError(error) || ![400, 422].includes(error.response.status)) throw error;
  console.error('The server refuses the session id of a logout; removing this logout.', error);
}

const report = (error: unknown) => console.error('Could not send a logout to the server; trying again later.', error);
