import type { Logger } from 'pino';
import type { Attempts } from '../access/limited-attempts.ts';
import type { HandlersOf } from '../http/call.ts';
import type { Store } from '../store/schema.ts';
import type { accountCalls } from './account-call-table.ts';
import { loginRoutes } from './login-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import type { RegistrationRule } from './registration-rules.ts';

export function accountRoutes(
  store: Store,
  log: Logger,
  attempts: Attempts,
  registration: RegistrationRule,
): HandlersOf<typeof accountCalls> {
  return {
    ...loginRoutes(store, attempts, registration),
    ...ownAccountRoutes(store, log, attempts),
    ...recoveryRoutes(store, attempts),
  };
}
