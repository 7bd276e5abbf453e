import { type IncomingMessage, request } from 'node:http';
import { formFields } from '#shared/form-post.ts';
import { exportColumns } from '#features/reports/exports/export-columns.ts';
import { transactionFields } from '#features/record/reporting/fields/transaction-fields.ts';
import type { BenchEnv } from './bench-env.ts';
import { signIn } from './measure-searches.ts';
import { type Figure, median } from './statistics.ts';

const columnCount = 30;
const maxRows = 1_000_000;
const company = 2000;

/**
 * A CSV export of a company's newest million transactions through the portal, alternating with an unformatted COPY of
 * as many columns.
 */
export async function* measureExports(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const { portal } = env;
  const headers = await signIn(portal);
  const fields = exportColumns('extensive', transactionFields).slice(0, columnCount);
  const ours: Run[] = [];
  const floor: Run[] = [];
  const growth: number[] = [];
  const input = { portal, headers, fields };
  await exportOverHttp(input);
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await copyDirectly(env, fields.length));
    const run = await exportOverHttp(input);
    ours.push(run);
    growth.push(run.growth);
    if (run.rows !== floor.at(-1)?.rows)
      throw new Error(`export: ${run.rows} rows, plainly ${floor.at(-1)?.rows}`);
  }
  const rate = ({ rows, ms }: Run): number => (rows / ms) * 1000;
  const figure = (name: string, unit: string, measure: (run: Run) => number): Figure => ({
    name,
    unit,
    ours: median(ours.map(measure)),
    floor: median(floor.map(measure)),
    ratio: median(ours.map((run, index) => measure(run) / measure(floor[index] ?? run))),
  });
  yield figure(`export ${ours[0]?.rows} rows × ${fields.length}, CSV`, 'rows/s', rate);
  yield figure('export first byte', 'ms', ({ firstMs }) => firstMs);
  yield {
    name: 'export memory growth',
    unit: 'MB',
    ours: Math.max(...growth),
    floor: 150,
    ratio: Math.max(...growth) / 150,
  };
}

interface Run {
  rows: number;
  ms: number;
  firstMs: number;
  /** Growth of the process's memory, in megabytes. */
  growth: number;
}

/** Counts line ends as rows, because no cell contains a line break. */
async function timed(startRequest: () => Promise<AsyncIterable<Buffer>>, headings: number): Promise<Run> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  let [rows, firstMs, peak] = [-headings, 0, before];
  for await (const chunk of await startRequest()) {
    firstMs ||= performance.now() - start;
    for (let index = chunk.indexOf(10); index >= 0; index = chunk.indexOf(10, index + 1)) rows += 1;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { rows, ms: performance.now() - start, firstMs, growth: (peak - before) / 2 ** 20 };
}

interface ExportInput {
  portal: string;
  headers: Record<string, string>;
  fields: readonly string[];
}

function exportOverHttp({ portal, headers, fields }: ExportInput): Promise<Run> {
  const exportRequest = {
    dataSource: 'REAL-TIME',
    startFrom: 1,
    limit: maxRows,
    orgIds: [company],
    fields: fields.map((field) => ({ field, ...(field === 'txn_datetime' ? { sort: 'DESC' } : {}) })),
    outputFormat: 'CSV',
    outputFileName: 'bench',
    timezone: 'Europe/London',
  };
  const body = new URLSearchParams({
    [formFields.request]: JSON.stringify(exportRequest),
    [formFields.antiForgery]: headers['x-xsrf-token'] ?? '',
  }).toString();
  const startRequest = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        `${portal}/proxy/export/tqs/reporting/internal/search`,
        {
          method: 'POST',
          agent: false,
          headers: { cookie: headers.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        },
        (response) =>
          response.statusCode === 200
            ? resolve(response)
            : reject(new Error(`export: ${response.statusCode}`)),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return timed(startRequest, 1);
}

/** Copies as many columns of the table, unformatted. */
async function copyDirectly({ owner }: BenchEnv, columns: number): Promise<Run> {
  const names = await owner<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = 'txn'::regclass and attnum > 0 and not attisdropped and attname <> 'detail'
    order by attnum limit ${columns}`;
  const text = `copy (select ${names.map(({ name }) => name).join(', ')} from txn
    where company_id = ${company} order by txn_datetime desc, txn_id desc limit ${maxRows}) to stdout (format csv)`;
  return timed(async () => (await owner.unsafe(text).readable()) as unknown as AsyncIterable<Buffer>, 0);
}
