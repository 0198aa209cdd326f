import { followAccount } from './follow-account.ts';
import { startTellingLogouts } from './waiting-logouts.ts';

/** Starts the tasks that a page runs beside its screen once somebody has ever logged in. */
export function accountTasks(): void {
  startTellingLogouts();
  followAccount();
}
