/** The limit that a number has to meet. */
export type Bar = { atMost: number } | { atLeast: number };

/** One measured number. It may have a baseline to compare it with (`floor`), and a bar. */
export interface Figure {
  /** The bench, as it is named at the command line. */
  bench: string;
  what: string;
  unit: 'ms' | 'requests/s' | 'MiB' | 'count';
  /** The median of the repeats. */
  measured: number;
  /** The lowest and the highest repeat: how noisy the measurement was. */
  spread?: [number, number];
  /** The median of the floor: the least work with the same result, measured alternately with `measured`. */
  floor?: number;
  /** What the floor measures, such as a static page. */
  against?: string;
  /** Median of measured ÷ floor over all pairs: the machine was equally busy for both numbers of a pair. */
  ratio?: number;
  /** Bar for the ratio, or for `measured` if there is no floor. */
  bar?: Bar;
  repeats: number;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}

/** Returns the smallest value that this share of the values, from 0 to 1, does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

type Measured = Pick<Figure, 'measured' | 'spread' | 'repeats'>;

export function medianOf(values: number[]): Measured {
  return { measured: median(values), spread: [Math.min(...values), Math.max(...values)], repeats: values.length };
}

/** Returns the figures of values that were measured alternately with their baselines, so that other load slows both. */
export function besides(values: number[], floors: number[]): Measured & { floor: number; ratio: number } {
  const ratios = values.map((value, index) => value / (floors[index] ?? Number.NaN));
  return { ...medianOf(values), floor: median(floors), ratio: median(ratios) };
}

export function ratioOf({ measured, floor, ratio }: Figure): number | undefined {
  return ratio ?? (floor === undefined ? undefined : measured / floor);
}

/** Returns the number that the bar applies to: the ratio, or `measured` if there is no floor. */
export const judgedValueOf = (figure: Figure): number => ratioOf(figure) ?? figure.measured;

/** Returns the bar as text, such as `≤ 1.3`. */
export function signOf(bar: Bar): string {
  return 'atMost' in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`;
}

/** Returns whether the figure meets its bar; true without a bar. */
export function holds(figure: Figure): boolean {
  if (figure.bar === undefined) return true;
  const value = judgedValueOf(figure);
  return 'atMost' in figure.bar ? value <= figure.bar.atMost : value >= figure.bar.atLeast;
}
