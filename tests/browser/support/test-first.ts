import { test } from 'vitest';

/**
 * A test of several cases of which the first says most: the others ask the same of another backend, state or fault, and
 * run in `npm run test:all` alone.
 */
export function testFirst<Case>(cases: readonly Case[]) {
  return (title: string, run: (given: Case) => Promise<void>): void => {
    test.for(cases.slice(0, 1))(title, run);
    test.for(cases.slice(1))(title, { tags: ['exhaustive'] }, run);
  };
}
