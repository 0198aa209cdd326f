import { sessionCookiePaths } from '../contract/paths.ts';
import { createObservable } from '../device/observable.ts';
import { localKeys } from '../device/storage/storage-names.ts';

/** A user is logged in while a token is stored. The userId stays after a logout (specification, section 4). */
export interface Session {
  token: string | null;
  userId: string | null;
}

const nobody: Session = { token: null, userId: null };

export const session = createObservable<Session>(nobody);

/** Returns the logged-in user's id; after a logout `null`, although the session still has a userId. */
export const authorOf = ({ token, userId }: Session): string | null => (token === null ? null : userId);

/** Returns whether this session is still current. Compares both fields, as another tab may have changed only one. */
export function isCurrent({ token, userId }: Session): boolean {
  const now = session.get();
  return token === now.token && userId === now.userId;
}

/** Reads who is logged in, and follows changes by other tabs, even those made while this tab was frozen. */
export function openSession(): void {
  readSession();
  addEventListener('storage', readSession);
  addEventListener('pageshow', readSession);
}

/** Stops following local storage. Call it if a login could not be stored: the next read would end that login. */
export function stopFollowing(): void {
  removeEventListener('storage', readSession);
  removeEventListener('pageshow', readSession);
}

/**
 * Reads the session from local storage. Ignores an empty token, which another tab writes in the middle of a login
 * (`storeLogin`). If the browser forbids local storage, the session stays as it is, and posts can be read.
 */
const readSession = (): void =>
  whereAllowed(() => {
    const now = { token: localStorage.getItem(localKeys.token), userId: localStorage.getItem(localKeys.userId) };
    if (now.token !== '' && !isCurrent(now)) session.set(now);
  });

/**
 * Removes the token and the session cookie with which the worker publishes. The page itself expires the cookie, so that
 * a logout works offline. A foreign backend has no such cookie.
 */
export function endSession(): void {
  whereAllowed(() => {
    localStorage.removeItem(localKeys.token);
    for (const path of sessionCookiePaths) document.cookie = `session=; Path=${path}; Max-Age=0; SameSite=Strict`;
  });
  session.set({ ...session.get(), token: null });
}

function whereAllowed(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error('Could not access local storage or cookies (forbidden); going on without.', error);
  }
}
