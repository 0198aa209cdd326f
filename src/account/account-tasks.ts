import { followAccount } from './follow-account.ts';
import { startTellingLogouts } from './waiting-logouts.ts';

/** What every page of somebody who was ever logged in does beside its screen. */
export function accountTasks(): void {
  startTellingLogouts();
  followAccount();
}
