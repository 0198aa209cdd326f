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

/** Keeps `profile` up to date when somebody logs in or out, in this tab or another one. */
export function followProfile(): void {
  let known = session.get();
  void openProfile();
  session.subscribe(() => {
    const isSame = isCurrent(known);
    known = session.get();
    if (isSame) return;
    profile.set(undefined);
    if (known.token !== null) void openProfile();
    // Every tab does this: it may have stored a profile after the tab of the logout had removed it.
    else forgetProfile().catch(report);
  });
}

/**
 * Shows the stored profile, then the one from `/auth/me`. A refusal removes the profile; without an answer the stored
 * one stays. Requests nothing without a token. Never rejects.
 */
export async function openProfile(): Promise<void> {
  const asked = session.get();
  const { token, userId } = asked;
  if (token === null) return;
  // In parallel with the request: a database that hangs must not delay it.
  const isAnswered = { yet: false };
  const showing = showStoredProfile(asked, isAnswered);
  try {
    const { getProfile, isTokenRejected } = await import('./auth-calls.ts');
    const answer = await getProfile(token).catch((error: unknown) => {
      if (!isTokenRejected(error)) throw error;
      console.error('Could not read the profile (refused by the backend); removing the stored one.', error);
      return undefined;
    });
    if (!isCurrent(asked)) return;
    isAnswered.yet = true;
    if (!answer) return await forgetProfile();
    profile.set(answer);
    const known: StoredProfile = { ...answer, userId: userId ?? '' };
    const isStored = JSON.stringify(await showing) === JSON.stringify(known);
    if (!isStored && isCurrent(asked)) await writeRecords({ put: { [recordKeys.profile]: known } });
  } catch (error) {
    report(error);
  } finally {
    await showing;
  }
}

const report = (error: unknown) => console.error('Could not update the profile; it stays as it is.', error);

/** Shows the stored profile, unless the backend has answered first, and returns it. Never rejects. */
async function showStoredProfile(asked: Session, isAnswered: { yet: boolean }): Promise<StoredProfile | undefined> {
  try {
    const stored = await readRecord<StoredProfile>(recordKeys.profile);
    if (stored?.userId === (asked.userId ?? '') && isCurrent(asked) && !isAnswered.yet)
      profile.set({ username: stored.username, email: stored.email });
    return stored;
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** Removes the profile from the screen and from the device. */
export async function forgetProfile(): Promise<void> {
  profile.set(undefined);
  await writeRecords({ remove: [recordKeys.profile] });
}
