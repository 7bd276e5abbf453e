import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { openBenchHouse } from './bench-house.ts';
import { endClient } from './http-client.ts';
import { measurePayments } from './measure-payments.ts';
import { measureSearches } from './measure-searches.ts';
import { measurePages } from './page-size.ts';
import type { Figure } from './statistics.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, quick: { type: 'boolean', default: false } },
});
const rows = values.quick ? 100_000 : Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1000) {
  console.error('--rows must be a whole number from 1000.');
  process.exit(1);
}
const load = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');

console.log(
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB; load ${load()}`,
);
const pages = await measurePages();
const house = await openBenchHouse(rows);
try {
  console.log(`${house.transactions.toLocaleString('en')} transactions; load ${load()}`);
  const searches = await measureSearches(house, 5);
  const payments = await measurePayments(house, 5, values.quick ? 400 : 800);
  print([payments, ...searches, ...pages]);
} finally {
  endClient();
  await house.close();
}
console.log(`load ${load()}`);

function print(figures: readonly Figure[]): void {
  const line = (name: string, ...cells: string[]) =>
    console.log(name.padEnd(42) + cells.map((cell) => cell.padStart(13)).join(''));
  line('', 'ours', 'floor', 'ratio');
  const number = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  for (const { name, ours, floor, unit, ratio } of figures) {
    line(name, `${number(ours)} ${unit}`, `${number(floor)} ${unit}`, ratio.toFixed(2));
  }
}
