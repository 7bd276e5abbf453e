import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { openBenchEnv } from './bench-env.ts';
import { endClient } from './http-client.ts';
import {
  measureHostedPayments,
  measureLoggedPayments,
  measurePayments,
  measureTracedPayments,
} from './measure-payments.ts';
import { measureEngines, measureRuleSets, measureRuledPayments } from './measure-fraud.ts';
import { measureEpisodes } from './measure-episodes.ts';
import { measureImpacts } from './measure-impact.ts';
import { measureExports } from './measure-exports.ts';
import { measureLists } from './measure-lists.ts';
import { measureQueue } from './measure-queue.ts';
import { measureReports } from './measure-reports.ts';
import { measureSearches } from './measure-searches.ts';
import { measureCustomers } from './measure-customers.ts';
import { measureProcessors } from './measure-processors.ts';
import { measureProcessorWork } from './measure-processor-work.ts';
import { measureSettlement } from './measure-settlement.ts';
import { measureTotals } from './measure-totals.ts';
import { measureHome } from './measure-home.ts';
import { measureScreens } from './measure-screens.ts';
import { buildWeb } from '../build-web.ts';
import { pageWeights } from '../page-weight.ts';
import { figureLine, tableLine } from './figure-line.ts';
import type { Figure } from './statistics.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    only: {
      type: 'string',
      default:
        'processors,payments,request-log,traces,fraud,episodes,exports,searches,customers,totals,home,reports,impact,lists,queue,settlement,screens',
    },
    quick: { type: 'boolean', default: false },
  },
});
const rows = values.quick ? 100_000 : Number(values.rows);
const rounds = Math.max(1, Math.trunc(Number(values.rounds)) || 5);
if (!Number.isSafeInteger(rows) || rows < 1000) {
  console.error('--rows must be a whole number from 1000.');
  process.exit(1);
}
/** What is measured of processors does not depend on stored payments. */
const fewRows = 10_000;
const selectedNames = values.only.split(',');
const load = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');

console.log(
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB; load ${load()}`,
);
if (selectedNames.length > 1 || selectedNames.includes('screens')) await buildWeb();
const weights = selectedNames.length > 1 ? pageWeights() : [];
const pages = weights.map(({ screen, weight, budget }): Figure => ({
  name: `page JS of ${screen}, gzip`,
  unit: 'kB',
  ours: weight,
  floor: budget,
  ratio: weight / budget,
}));
console.log(tableLine('', 'ours', 'floor', 'ratio'));
// They need no transactions.
if (selectedNames.includes('processors')) for await (const figure of measureProcessors(rounds)) print(figure);
const env = await openBenchEnv(values.only === 'processors' ? fewRows : rows);
try {
  console.log(`${env.transactions.toLocaleString('en')} transactions; load ${load()}`);
  pages.forEach(print);
  if (selectedNames.includes('processors'))
    for await (const figure of measureProcessorWork(env)) print(figure);
  if (selectedNames.includes('payments')) {
    print(await measurePayments(env, rounds, values.quick ? 100 : 200));
    print(await measureHostedPayments(env, rounds, values.quick ? 100 : 200));
  }
  if (selectedNames.includes('request-log'))
    print(await measureLoggedPayments(env, rounds, values.quick ? 100 : 200));
  if (selectedNames.includes('traces'))
    print(await measureTracedPayments(env, rounds, values.quick ? 100 : 200));
  if (selectedNames.includes('fraud')) {
    for await (const figure of measureEngines(rounds)) print(figure);
    measureRuleSets().forEach(print);
    print(await measureRuledPayments(env, rounds, values.quick ? 100 : 200));
  }
  if (selectedNames.includes('episodes')) print(await measureEpisodes(env, rounds, values.quick ? 100 : 200));
  if (selectedNames.includes('exports'))
    for await (const figure of measureExports(env, rounds)) print(figure);
  if (selectedNames.includes('searches'))
    for await (const figure of measureSearches(env, rounds)) print(figure);
  if (selectedNames.includes('customers'))
    for await (const figure of measureCustomers(env, rounds)) print(figure);
  if (selectedNames.includes('totals')) for await (const figure of measureTotals(env, rounds)) print(figure);
  if (selectedNames.includes('home')) for await (const figure of measureHome(env, rounds)) print(figure);
  if (selectedNames.includes('screens'))
    for await (const figure of measureScreens(env, rounds)) print(figure);
  if (selectedNames.includes('impact'))
    for await (const line of measureImpacts(env, rounds)) console.log(line);
  if (selectedNames.includes('lists')) for await (const figure of measureLists(env, rounds)) print(figure);
  if (selectedNames.includes('queue')) for await (const figure of measureQueue(env, rounds)) print(figure);
  if (selectedNames.includes('settlement')) for await (const figure of measureSettlement(env)) print(figure);
  if (selectedNames.includes('reports'))
    for await (const line of measureReports(env, rounds)) console.log(line);
} finally {
  endClient();
  await env.close();
}
console.log(`load ${load()}`);

function print(figure: Figure): void {
  console.log(figureLine(figure));
}
