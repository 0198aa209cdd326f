import { isAll, isQuick } from '../test-run.ts';

/** How many lives a run plays; `npm run test:world` plays as many as it is told. */
export const countLives = (): number => (isAll() ? 5_000 : isQuick() ? 300 : 2_000);
