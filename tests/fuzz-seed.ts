const seedForAll = 20_261_121;

/**
 * The seed of a property's random values. Where everything is tested it is the same for everybody, so that a change is
 * judged by what it changes; alone, each run tries others. `FC_SEED` chooses one, and a failure prints what it had.
 */
export function fuzzSeed(): number {
  const { FC_SEED } = process.env;
  return Number(FC_SEED ?? (isWholeRun() ? seedForAll : Math.floor(Math.random() * 2 ** 31)));
}

export function isWholeRun(): boolean {
  const { CI, FC_ALL } = process.env;
  return CI === 'true' || FC_ALL === 'true';
}
