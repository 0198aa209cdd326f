import type { FromWorker } from '../data/messages.ts';
import { lockNames, spans } from '../data/storage.ts';
import { dropFiles, isOfThisBuild, otherFiles } from './build.ts';

declare const self: ServiceWorkerGlobalScope;

/** Removes what earlier builds left here, once every open page is of this one. What can't be known for sure stays. */
export async function dropFormerBuilds(): Promise<void> {
  await navigator.locks?.request(lockNames.build, { ifAvailable: true }, async (lock) => {
    // While another worker waits or is being installed, what is not of this build may be the next one's.
    if (!lock || self.registration.installing || self.registration.waiting) return;
    const files = await otherFiles();
    if (files.length > 0 && (await isEveryPageOurs())) await dropFiles(files);
  });
}

async function isEveryPageOurs(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const scripts = await Promise.all(pages.map(scriptOf));
  return scripts.every((script) => script !== undefined && isOfThisBuild(script));
}

/** The script that a page began with, whose name is its build's; nothing from a page that is frozen or still loads. */
function scriptOf(page: Client): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(undefined), spans.pageAnswers);
    page.postMessage({ type: 'which build' } satisfies FromWorker, [port2]);
  });
}
