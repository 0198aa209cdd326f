import { PromiseBroken, RecordWorld, type Table } from './record-world.ts';

/** By how often it happens. */
const happenings: [number, (world: RecordWorld, device: number, pick: number) => void][] = [
  [12, (world, d, pick) => world.begin(d, pick)],
  [12, (world, d) => world.answer(d)],
  [7, (world, d, pick) => world.lose(d, pick)],
  [7, (world, _, pick) => world.late(pick)],
  [16, (world, d, pick) => world.type(d, pick)],
  [3, (world, d) => world.typeBack(d)],
  [10, (world, d) => world.save(d)],
  [2, (world, d, pick) => world.saveLate(d, pick)],
  [12, (world, d, pick) => world.press(d, pick)],
  [3, (world, d) => world.close(d)],
  [3, (world, d, pick) => world.open(d, pick)],
  [8, (world, d, pick) => world.inMyBlogs(d, 'cancelled', pick)],
  [2, (world, d, pick) => world.inMyBlogs(d, 'discarded', pick)],
  [2, (world, d, pick) => world.inMyBlogs(d, 'restored', pick)],
  [2, (world, d, pick) => world.inMyBlogs(d, 'deleted', pick)],
  [3, (world, d, pick) => world.decideAny(d, pick)],
  [3, (world, d) => world.release(d)],
  [8, (world, d, pick) => world.read(d, pick)],
  [2, (world, _, pick) => world.refuse(pick)],
];

const bag = happenings.flatMap(([weight, happen]) => Array(weight).fill(happen) as (typeof happen)[]);

/** The numbers of a seed, the same everywhere (a linear congruential generator). */
export function numbersOf(seed: number): (below: number) => number {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Happening = (world: RecordWorld) => void;

interface Life {
  hasPost: boolean;
  hasKeys: boolean;
  happenings: Happening[];
}

/** What happens in a life. In one of three the server is restored from a backup, two of three begin with a post. */
export function lifeOf(seed: number): Life {
  const number = numbersOf(seed);
  number(2);
  const canRestore = seed % 3 === 0;
  return {
    hasPost: number(3) > 0,
    hasKeys: true,
    happenings: Array.from({ length: 70 }, (): Happening => {
      const [device, pick] = [number(2), number(2 ** 16)];
      if (canRestore && number(18) === 0) return (world) => world.restoreServer(pick);
      const happen = bag[number(bag.length)];
      return (world) => happen?.(world, device, pick);
    }),
  };
}

/** The same at somebody else's backend, which has no keys and is never restored. */
export const foreignLifeOf = (seed: number): Life => ({ ...lifeOf(seed * 3 + 1), hasPost: false, hasKeys: false });

/** @returns the promise that the life breaks; `undefined` if it keeps all of them. */
export function playLife(
  table: Table,
  { hasPost, hasKeys, happenings }: Life,
  tell: (line: () => string) => void = () => undefined,
): string | undefined {
  const world = new RecordWorld(table, tell, hasKeys);
  try {
    if (hasPost) world.beginWithPost();
    for (const happen of happenings) {
      happen(world);
      world.check();
    }
    world.end();
    return undefined;
  } catch (error) {
    if (!(error instanceof PromiseBroken)) throw error;
    return error.message;
  }
}

/** Returns the shortest life that breaks the same promise, as a story. */
export function storyOf(table: Table, life: Life): string {
  const story: string[] = [];
  const broken = playLife(table, shortest(table, life), (line) => story.push(line()));
  return [broken, ...story].join('\n');
}

/** Leaves out whatever a life breaks its promise without. */
function shortest(table: Table, life: Life): Life {
  const promiseOf = (each: Life) => playLife(table, each)?.replace(/\d+/g, '');
  const broken = promiseOf(life);
  let { happenings } = life;
  for (let index = happenings.length - 1; index >= 0; index -= 1) {
    const fewer = happenings.toSpliced(index, 1);
    if (promiseOf({ ...life, happenings: fewer }) === broken) happenings = fewer;
  }
  return { ...life, happenings };
}
