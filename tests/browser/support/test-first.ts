import { test } from 'vitest';

/**
 * Defines a test of several cases, of which the first matters most. The others run only in `npm run test:all`, on another
 * backend, state or fault.
 */
export function testFirst<Case>(cases: readonly Case[]) {
  return (title: string, run: (given: Case) => Promise<void>): void => {
    test.for(cases.slice(0, 1))(title, run);
    test.for(cases.slice(1))(title, { tags: ['exhaustive'] }, run);
  };
}
