import { isAll, isQuick } from '../test-run.ts';

/** Returns how many lives a test run plays. `npm run test:world` reads the number from an option instead. */
export const countLives = (): number => (isAll() ? 5_000 : isQuick() ? 300 : 2_000);
