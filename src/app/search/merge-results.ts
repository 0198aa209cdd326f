import type { Post } from '../../contract/posts.ts';
import type { FoundText } from './device-answer.ts';

/** A result: either found on this device, with the words around the match, or sent by the server. */
export type Result = FoundText | Post;

/** The results in the order in which they were shown, and whether the device found each of them first. */
export type ShownResults = { id: string; isDevices: boolean }[];

/**
 * Merges the results of the device and the server. Results that were shown keep their order and words, because the
 * reader may be about to tap one. New results follow, the device's before the server's.
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

/** Returns whether the server alone now finds a result that the device found before. */
export function hasDeviceLost(before: ShownResults, now: ShownResults): boolean {
  const servers = new Set(now.flatMap(({ id, isDevices }) => (isDevices ? [] : id)));
  return before.some(({ id, isDevices }) => isDevices && servers.has(id));
}
