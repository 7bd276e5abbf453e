/** The quantile of unsorted numbers. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** One figure of the product beside the same work by a direct client at the same time. */
export interface Figure {
  name: string;
  ours: number;
  floor: number;
  unit: string;
  /** The product's figure divided by the floor: a multiple of its time, or a fraction of its rate. */
  ratio: number;
  /** What the work costs the database, printed below the figure. */
  cost?: string;
}
