import { findRegistration } from '../../device/updates/find-registration.ts';

/**
 * Loads the code of follows once the page has loaded, except on the first visit to a device, when there are no follows.
 * Call it before the worker is registered, because it recognizes a return by an earlier registration.
 */
export async function startFollowingOnReturn(): Promise<void> {
  try {
    // Without service workers, a first visit looks like a return, so every visit loads the code.
    if ('serviceWorker' in navigator && !(await findRegistration())) return;
    const { lookWhileOpen } = await import('./start-following.ts');
    await lookWhileOpen();
  } catch (error) {
    console.error('Could not look for new posts of follows.', error);
  }
}
