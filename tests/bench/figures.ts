export type Bar = { atMost: number } | { atLeast: number };

/** One thing that was measured, where there is one beside its floor, and where there is one against its bar. */
export interface Figure {
  /** Which bench, as it is named at the command line. */
  bench: string;
  what: string;
  unit: 'ms' | 'requests/s' | 'MiB' | 'count';
  /** The median of the repeats. */
  measured: number;
  /** Least and most of the repeats: how noisy it was. */
  spread?: [number, number];
  /** The median of the same, measured in turns with it, of what could not do less. */
  floor?: number;
  /** What the floor is. */
  against?: string;
  /** Of measured to floor: the median over the pairs, as each pair met the machine in the same mood. */
  ratio?: number;
  /** Of the ratio; of what was measured where there is no floor. */
  bar?: Bar;
  repeats: number;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}

/** The smallest value that this share of the values, from 0 to 1, does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

type Measured = Pick<Figure, 'measured' | 'spread' | 'repeats'>;

export function medianOf(values: number[]): Measured {
  return { measured: median(values), spread: [Math.min(...values), Math.max(...values)], repeats: values.length };
}

/** Measured in turns with its floor, so that whatever else the machine does hits both. */
export function besides(values: number[], floors: number[]): Measured & { floor: number; ratio: number } {
  const ratios = values.map((value, index) => value / (floors[index] ?? Number.NaN));
  return { ...medianOf(values), floor: median(floors), ratio: median(ratios) };
}

export function ratioOf({ measured, floor, ratio }: Figure): number | undefined {
  return ratio ?? (floor === undefined ? undefined : measured / floor);
}

/** What is held against the bar. */
export const judgedValueOf = (figure: Figure): number => ratioOf(figure) ?? figure.measured;

/** A bar as it is written. */
export function signOf(bar: Bar): string {
  return 'atMost' in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`;
}

/** @returns whether the bar is held; a figure without a bar holds it. */
export function holds(figure: Figure): boolean {
  if (figure.bar === undefined) return true;
  const value = judgedValueOf(figure);
  return 'atMost' in figure.bar ? value <= figure.bar.atMost : value >= figure.bar.atLeast;
}
