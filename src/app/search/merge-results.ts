import type { Post } from '../../contract/posts.ts';
import type { FoundText } from './device-answer.ts';

/** One of the results: as this device has it, with the words round the match, or as the server has sent it. */
export type Result = FoundText | Post;

/** Ids of the results in the order in which they were shown, and by whom each was found first. */
export type ShownResults = { id: string; isDevices: boolean }[];

/**
 * One list of what the device and the server have found. What was shown keeps its order and its words, as somebody may
 * be about to tap it; what else has been found comes after it, the device's before the server's.
 */
export function mergeResults(shown: ShownResults, device: FoundText[], server: Post[]): Result[] {
  const [onDevice, onServer] = [byId(device), byId(server)];
  const first = shown.flatMap(({ id, isDevices }) => {
    const results = isDevices ? [onDevice.get(id), onServer.get(id)] : [onServer.get(id), onDevice.get(id)];
    return results.find((result) => result !== undefined) ?? [];
  });
  const known = byId(first);
  for (const result of [...device, ...server]) if (!known.has(result._id)) known.set(result._id, result);
  return [...known.values()];
}

const byId = <T extends Post>(results: T[]): Map<string, T> => new Map(results.map((result) => [result._id, result]));

export const shownResults = (results: Result[]): ShownResults =>
  results.map((result) => ({ id: result._id, isDevices: 'kind' in result }));

export const areSameShown = (a: ShownResults, b: ShownResults): boolean =>
  a.length === b.length && a.every(({ id, isDevices }, at) => b[at]?.id === id && b[at]?.isDevices === isDevices);

/** Whether the device no longer finds what it has found before, and the server does. */
export function hasDeviceLost(before: ShownResults, now: ShownResults): boolean {
  const servers = new Set(now.flatMap(({ id, isDevices }) => (isDevices ? [] : id)));
  return before.some(({ id, isDevices }) => isDevices && servers.has(id));
}
