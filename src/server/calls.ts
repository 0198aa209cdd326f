import { accountCalls } from './accounts/account-call-table.ts';
import type { CallTable } from './http/call.ts';
import { healthCalls } from './http/health.ts';
import { imageCalls } from './images/image-call-table.ts';
import { passkeyCalls } from './passkeys/passkey-call-table.ts';
import { postCalls } from './posts/post-call-table.ts';

/** Every call of this server. Each room has a table of its own, and routes that have a handler for each call in it. */
export const calls = {
  ...accountCalls,
  ...passkeyCalls,
  ...postCalls,
  ...imageCalls,
  ...healthCalls,
} satisfies CallTable;
