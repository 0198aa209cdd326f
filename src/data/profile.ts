import type { Profile } from '../contract/accounts.ts';
import { readRecord, writeRecords } from './records.ts';
import { session } from './session.ts';
import { recordKeys } from './storage.ts';
import { createStore } from './store.ts';

/** Whose bar it is; `undefined` while nobody is known. */
export const profile = createStore<Profile | undefined>(undefined);

/** As kept on the device: only ever shown to the user it was asked for. */
interface KeptProfile extends Profile {
  userId: string;
}

/** Keeps the profile that of whoever is logged in, in this tab or by another one. */
export function followProfile(): void {
  let { token } = session.get();
  void openProfile();
  session.subscribe(() => {
    if (session.get().token === token) return;
    token = session.get().token;
    profile.set(undefined);
    void openProfile();
  });
}

/**
 * Learns who is logged in: from the last known profile, and from `/auth/me`, whose word is final when it refuses and
 * which leaves the last known one standing when there is no answer. Never asks without a token; never rejects.
 */
export async function openProfile(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null) return;
  // Not one after the other: a database that hangs would hold the question back.
  const isAnswered = { yet: false };
  const shown = showKeptProfile(token, userId ?? '', isAnswered);
  try {
    const { getProfile, isRefusal } = await import('./api/auth.ts');
    const answer = await getProfile(token).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      console.error('The backend does not know who is logged in.', error);
      return undefined;
    });
    if (session.get().token !== token) return await shown;
    isAnswered.yet = true;
    if (answer) {
      profile.set(answer);
      const kept: KeptProfile = { ...answer, userId: userId ?? '' };
      await writeRecords({ put: { [recordKeys.profile]: kept } });
    } else {
      await forgetProfile();
    }
  } catch (error) {
    console.error('The profile could not be read or kept.', error);
  }
  await shown;
}

/** Unless the backend was quicker. */
async function showKeptProfile(token: string, userId: string, isAnswered: { yet: boolean }): Promise<void> {
  try {
    const kept = await readRecord<KeptProfile>(recordKeys.profile);
    if (kept?.userId === userId && session.get().token === token && !isAnswered.yet)
      profile.set({ username: kept.username, email: kept.email });
  } catch (error) {
    console.error('The last known profile could not be read from this device.', error);
  }
}

/** From the screen and from the device. */
export async function forgetProfile(): Promise<void> {
  profile.set(undefined);
  await writeRecords({ remove: [recordKeys.profile] });
}
