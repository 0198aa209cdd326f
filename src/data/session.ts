import type { Credentials } from '../contract/accounts.ts';
import { callPaths } from '../contract/paths.ts';
import { localKeys } from './storage.ts';
import { createStore } from './store.ts';

/** Logged in when a token is stored; the userId outlives a logout (specification, section 4). */
export interface Session {
  token: string | null;
  userId: string | null;
}

const nobody: Session = { token: null, userId: null };

export const session = createStore<Session>(nobody);

/** Whose drafts and posts these are; the userId alone, after a logout, is nobody. */
export const authorOf = ({ token, userId }: Session): string | null => (token === null ? null : userId);

/** Reads who is logged in, and goes on following what other tabs change, also while this one was frozen. */
export function openSession(): void {
  readSession();
  addEventListener('storage', readSession);
  addEventListener('pageshow', readSession);
}

/** Where the browser keeps nothing for this site, nobody is logged in, and everything can be read all the same. */
function readSession(): void {
  try {
    const [token, userId] = [localStorage.getItem(localKeys.token), localStorage.getItem(localKeys.userId)];
    const now = session.get();
    if (token !== now.token || userId !== now.userId) session.set({ token, userId });
  } catch (error) {
    console.error('Who is logged in could not be read from this device.', error);
  }
}

/** Stores both as plain strings, the only things in local storage. */
export function startSession({ token, userId }: Credentials): void {
  localStorage.setItem(localKeys.token, token);
  localStorage.setItem(localKeys.userId, userId);
  session.set({ token, userId });
}

/**
 * Removes the token, and the cookie with which the worker publishes: from the page, so that it works without a
 * network. Another backend has no such cookie, and nothing happens.
 */
export function endSession(): void {
  localStorage.removeItem(localKeys.token);
  document.cookie = `session=; Path=${callPaths.posts}; Max-Age=0; SameSite=Strict`;
  session.set({ ...session.get(), token: null });
}
