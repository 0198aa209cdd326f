import { isDataSaved } from '../device/save-data.ts';
import { readNewestChoice } from '../reading/store/newest-choice.ts';
import { applyEviction } from '../reading/store/store-list.ts';
import { newestUrl } from '../reading/store/stored-page.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';
import { refetch } from './worker-host.ts';

/** Deletes what the reader's choice leaves out, and begins to fetch what it adds. Never waits for the network. */
export async function applyNewestChoice(event: ExtendableEvent): Promise<true> {
  await applyEviction((await readNewestChoice()).count);
  await notifyControlledPages({ type: 'moved' });
  event.waitUntil(refresh(event));
  return true;
}

/** Asks for the newest posts with the app closed. */
export async function refreshInBackground(event: ExtendableEvent): Promise<void> {
  if (!isDataSaved()) await refresh(event);
}

/** Refreshes the list, which `keepNewest` follows. */
async function refresh(event: ExtendableEvent): Promise<void> {
  if ((await readNewestChoice()).count > 0) await (await refetch(newestUrl(), event)).outcome;
}
