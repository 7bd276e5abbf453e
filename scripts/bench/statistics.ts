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

/** A line of the table that the bench prints. */
export const tableLine = (name: string, ...cells: string[]): string =>
  name.padEnd(42) + cells.map((cell) => cell.padStart(13)).join('');

export function figureLine({ name, ours, floor, unit, ratio }: Figure): string {
  const number = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  return tableLine(name, `${number(ours)} ${unit}`, `${number(floor)} ${unit}`, ratio.toFixed(2));
}
