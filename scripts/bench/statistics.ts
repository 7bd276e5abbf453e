/** The value below which the part lies, of unsorted numbers. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** One figure of the product beside the same work done by a plain client in the same minutes. */
export interface Figure {
  name: string;
  ours: number;
  floor: number;
  unit: string;
  /** Ours in floors: how many times the floor's time (or a part of its rate, for rates). */
  ratio: number;
}
