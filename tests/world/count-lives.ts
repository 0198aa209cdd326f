import { isAll, isQuick } from '../test-run.ts';

/** Returns how many lives a run plays. `npm run test:world` plays as many as its option says. */
export const countLives = (): number => (isAll() ? 5_000 : isQuick() ? 300 : 2_000);
