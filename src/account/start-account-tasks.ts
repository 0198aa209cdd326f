import { isOwnBackend } from '../device/calls/host.ts';
import { session } from '../session/session.ts';

/**
 * Begins to send stored logouts and to follow the account, once the session has a userId. The userId stays after a
 * logout, so a page that is loaded after a logout also sends stored logouts.
 */
export async function startAccountTasks(): Promise<void> {
  if (!isOwnBackend) return;
  let isStarted = false;
  const start = async () => {
    if (isStarted || session.get().userId === null) return;
    isStarted = true;
    try {
      const [{ startTellingLogouts }, { followAccount }] = await Promise.all([
        import('./waiting-logouts.ts'),
        import('./follow-account.ts'),
      ]);
      startTellingLogouts();
      followAccount();
    } catch (error) {
      console.error('Could not load the code that sends logouts; the next login or logout tries again.', error);
      isStarted = false;
    }
  };
  session.subscribe(() => void start());
  await start();
}
