import { cacheCases } from './caches.ts';
import { channelCases } from './channels.ts';
import type { ContractCase } from './environment.ts';
import { cookieCases, fetchCases } from './fetch.ts';
import { indexedDbCases } from './indexed-db.ts';
import { lockCases } from './locks.ts';
import { timerCases } from './timers.ts';
import { transactionCases } from './transactions.ts';
import { updateCases } from './update-cases.ts';
import { webStorageCases } from './web-storage.ts';
import { workerCases } from './worker-cases.ts';

/** Cases for all browser behaviour that the product relies on. Each name begins with the simulated browser feature. */
export const contractCases: ContractCase[] = Object.entries({
  caches: cacheCases,
  IndexedDB: indexedDbCases,
  transactions: transactionCases,
  locks: lockCases,
  channels: channelCases,
  'web storage': webStorageCases,
  cookies: cookieCases,
  fetch: fetchCases,
  worker: workerCases,
  'later worker': updateCases,
  timers: timerCases,
}).flatMap(([standIn, cases]) => Object.entries(cases).map(([name, run]) => ({ name: `${standIn}: ${name}`, run })));
