import type { ContractCase } from './environment.ts';
import { indexedDbCases } from './indexed-db.ts';

/** What the product relies on in browsers, by stand-in. Each name is there once. */
export const contractCases: ContractCase[] = Object.entries({
  IndexedDB: indexedDbCases,
}).flatMap(([standIn, cases]) => cases.map(({ name, run }) => ({ name: `${standIn}: ${name}`, run })));
