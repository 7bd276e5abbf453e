/** With fewer numbers of one length than this, a shorter one is not a sign of lost zeros. */
const minNumbers = 4;

/**
 * How many values may have lost a leading zero, as spreadsheets remove it: whole numbers that are one digit shorter than
 * most of the file's.
 */
export function countLostZeros(values: readonly string[]): number {
  const lengths = new Map<number, number>();
  let numbers = 0;
  for (const value of values) {
    if (!/^\d+$/.test(value)) continue;
    numbers += 1;
    lengths.set(value.length, (lengths.get(value.length) ?? 0) + 1);
  }
  for (const [length, count] of lengths) {
    if (count >= minNumbers && count > numbers / 2) return lengths.get(length - 1) ?? 0;
  }
  return 0;
}
