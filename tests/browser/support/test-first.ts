import { test } from 'vitest';

/**
 * Returns a function that defines a test for each case. `npm test` runs the first case, which matters most; the others,
 * such as another backend, state or fault, run only in `npm run test:all`.
 */
export function testFirst<Case>(cases: readonly Case[]) {
  return (title: string, run: (given: Case) => Promise<void>): void => {
    test.for(cases.slice(0, 1))(title, run);
    test.for(cases.slice(1))(title, { tags: ['exhaustive'] }, run);
  };
}
