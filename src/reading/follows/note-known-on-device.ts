import { readNewestOnDevice } from './cached-posts-of-follows.ts';
import { noteKnown, readFollowing } from './follow-store.ts';

/**
 * For those whose posts have not been listed since they are followed: what is later than the newest post that the device
 * has of them is new. One of whom it has none waits for the first look, which otherwise would show all they wrote as new.
 */
export async function noteKnownOnDevice(): Promise<void> {
  const { follows } = await readFollowing();
  const unlisted = follows.filter(({ since }) => since === undefined);
  if (unlisted.length === 0) return;
  const newest = await readNewestOnDevice(unlisted);
  await noteKnown(unlisted.map((followed, index) => ({ followed, at: newest[index] ?? 0 })));
}
