import type { Profile } from '../contract/accounts.ts';
import { createObservable } from '../device/observable.ts';
import { readRecord, writeRecords } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { isCurrent, type Session, session } from './session.ts';

/** The profile that the navigation bar shows; `undefined` while none is known. */
export const profile = createObservable<Profile | undefined>(undefined);

/** The profile as stored on the device. It is shown only to the user it was requested for. */
interface StoredProfile extends Profile {
  userId: string;
}

/** Keeps `profile` up to date when a user logs in or out, in this tab or another one. */
export function followProfile(): void {
  let known = session.get();
  void openProfile();
  session.subscribe(() => {
    const isSame = isCurrent(known);
    known = session.get();
    if (isSame) return;
    profile.set(undefined);
    if (known.token !== null) void openProfile();
    // The tab that logged out removes the stored profile, too, but this tab may have stored it again since.
    else forgetProfile().catch(report);
  });
}

/**
 * Shows the stored profile, then the one from `/auth/me`. A refusal removes the profile. Without an answer, the
 * stored profile stays. Requests nothing without a token. Never rejects.
 */
export async function openProfile(): Promise<void> {
  const asked = session.get();
  const { token, userId } = asked;
  if (token === null) return;
  // Not awaited yet: a database that hangs must not delay the request.
  const showing = showStoredProfile(asked);
  try {
    const { getProfile, isTokenRejected } = await import('./auth-calls.ts');
    const answer = await getProfile(token).catch((error: unknown) => {
      if (!isTokenRejected(error)) throw error;
      console.error('Could not read the profile (refused by the backend); removing the stored one.', error);
      return undefined;
    });
    // A stored profile that is read late must not be shown after the refusal.
    if (!answer) await showing;
    if (!isCurrent(asked)) return;
    if (!answer) return await forgetProfile();
    // Does not store an answer that equals the profile on screen, which is stored already.
    const shown = JSON.stringify(profile.get());
    profile.set(answer);
    if (shown === JSON.stringify(answer)) return;
    const stored: StoredProfile = { ...answer, userId: userId ?? '' };
    await writeRecords({ put: { [recordKeys.profile]: stored } });
  } catch (error) {
    report(error);
  } finally {
    await showing;
  }
}

const report = (error: unknown) => console.error('Could not update the profile; it stays as it is.', error);

/** Shows the stored profile, unless the backend has answered first. Never rejects. */
async function showStoredProfile(asked: Session): Promise<void> {
  try {
    const stored = await readRecord<StoredProfile>(recordKeys.profile);
    if (stored?.userId === (asked.userId ?? '') && isCurrent(asked) && !profile.get())
      profile.set({ username: stored.username, email: stored.email });
  } catch (error) {
    report(error);
  }
}

/** Removes the profile from the screen and from the device. */
export async function forgetProfile(): Promise<void> {
  profile.set(undefined);
  await writeRecords({ remove: [recordKeys.profile] });
}
