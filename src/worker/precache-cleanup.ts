import { lockNames } from '../device/storage/storage-names.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';
import type { FromWorker } from '../reading/news/messages.ts';
import { deletePrecached, filesOfOtherBuilds, isOfThisBuild } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Deletes the files of earlier builds, if every open page replies that it runs this build. */
export async function deleteUnusedPrecaches(): Promise<void> {
  await navigator.locks?.request(lockNames.build, { ifAvailable: true }, async (lock) => {
    // A worker that is waiting or installing may need files of other builds.
    if (!lock || self.registration.installing || self.registration.waiting) return;
    const files = await filesOfOtherBuilds();
    if (files.length > 0 && (await isEveryPageOurs())) await deletePrecached(files);
  });
}

async function isEveryPageOurs(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const builds = await Promise.all(pages.map(buildOf));
  return builds.every((build) => build !== undefined && isOfThisBuild(build));
}

/** Asks a page for its entry script's path, which names its build; `undefined` if the page is frozen or loading. */
function buildOf(page: Client): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  page.postMessage({ type: 'which build' } satisfies FromWorker, [port2]);
  return resultWithin(timeouts.pageReplyTimeoutMs, answer);
}
