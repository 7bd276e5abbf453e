import type { Figure } from './statistics.ts';

/** A line of the printed table. */
export const tableLine = (name: string, ...cells: string[]): string =>
  name.padEnd(42) + cells.map((cell) => cell.padStart(13)).join('');

export function figureLine({ name, ours, floor, unit, ratio, cost }: Figure): string {
  const number = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  const line = tableLine(name, `${number(ours)} ${unit}`, `${number(floor)} ${unit}`, ratio.toFixed(2));
  return cost === undefined ? line : `${line}\n  ${cost}`;
}
