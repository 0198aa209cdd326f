import { isOwnBackend } from '../device/calls/host.ts';
import { session } from '../session/session.ts';

/** Starts sending stored logouts and following the account once a user has logged in, even if logged out since. */
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
      console.error('Could not load what tells the server of logouts and follows the account.', error);
      isStarted = false;
    }
  };
  session.subscribe(() => void start());
  await start();
}
