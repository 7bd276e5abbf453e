/** The ticks of an axis from zero: two equal steps of a round number that reach the largest value. */
export function axisTicks(largest: number): [number, number, number] {
  const half = Math.max(1, Math.ceil(largest / 2));
  const power = 10 ** Math.floor(Math.log10(half));
  const round = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= half) ?? 10;
  return [0, round * power, 2 * round * power];
}

/** Every nth label, so that at most `max` of them are written; the last one always is. */
export function isLabelled(position: number, count: number, max: number): boolean {
  const every = Math.max(1, Math.ceil(count / max));
  return (count - 1 - position) % every === 0;
}
