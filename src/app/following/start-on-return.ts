import { findRegistration } from '../../device/updates/find-registration.ts';

/**
 * Loads what follows authors and topics once the page has loaded, and not on the first visit to a device: there nobody is
 * followed yet, and the buttons and the list load it themselves. Call it before the worker is registered.
 */
export async function startFollowingOnReturn(): Promise<void> {
  try {
    // In a browser without workers, nothing tells a first visit.
    if ('serviceWorker' in navigator && !(await findRegistration())) return;
    const { lookWhileOpen } = await import('./start-following.ts');
    await lookWhileOpen();
  } catch (error) {
    console.error('Could not look for new posts of those followed.', error);
  }
}
