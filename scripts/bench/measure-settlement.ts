import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { importSettlementReports } from '#features/payments/settlement/server/import-reports.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { onlyProcessor, sandboxConnectionId } from '#integrations/processors/processors.ts';
import type { StreamingClient, WebStream } from '#integrations/web/web-client.ts';
import type { Services } from '#server/services.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { BenchEnv } from './bench-env.ts';
import type { Figure } from './statistics.ts';

const lines = 1_000_000;
/** A million lines may take five minutes and 300 MB beside what the process has. */
const limit = { seconds: 300, megabytes: 300 };
const name = 'settlement_detail_report_bench.csv';
const host = 'https://ca-test.adyen.com';

/** The import of a report of Adyen: read, matched, stored and compared. Afterwards the payments get their dates, which is measured too. */
export async function* measureSettlement(env: BenchEnv): AsyncGenerator<Figure> {
  await clear(env);
  await env.owner`
    insert into settlement_report (connection_id, name, address, state, announced_at, next_attempt_at)
    values (${sandboxConnectionId}, ${name}, ${`${host}/reports/download/MerchantAccount/Bench/${name}`}, 'WAITING', now(), now())`;
  // The limits of a worker's statements, not those of a request.
  const services: Services = {
    ...env.services,
    database: env.owner,
    processors: onlyProcessor(connect(env)),
  };
  const before = memoryInUse();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryInUse())), 5000);
  const start = performance.now();
  await importSettlementReports.run(services);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(sampling);
  const [report] = await env.owner<
    { state: string; lines: number; matched: number; dated: number; differences: number }[]
  >`
    select r.state, r.lines, (select count(*) from settlement_line where txn_id is not null)::int as matched,
           (select count(*) from txn where gateway_settlement = '2026-11-02')::int as dated,
           (select count(*) from settlement_difference)::int as differences
    from settlement_report r where r.name = ${name}`;
  if (report?.state !== 'IMPORTED') throw new Error(`the report is ${JSON.stringify(report)}`);
  const { matched, dated, differences } = report;
  yield {
    name: `settlement of ${report.lines.toLocaleString('en')} lines, with dates`,
    unit: 's',
    ours: seconds,
    floor: limit.seconds,
    ratio: seconds / limit.seconds,
    cost: `${matched.toLocaleString('en')} matched, ${dated.toLocaleString('en')} dated, ${differences} differences`,
  };
  const megabytes = (peak - before) / 2 ** 20;
  yield {
    name: 'settlement, memory in use beside the product’s own',
    unit: 'MB',
    ours: megabytes,
    floor: limit.megabytes,
    ratio: megabytes / limit.megabytes,
  };
  await clear(env);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** In bytes, without garbage: a process with gigabytes to spare lets that grow. */
function memoryInUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function clear({ owner }: BenchEnv): Promise<void> {
  await owner`
    truncate settlement_line, merchant_payout, settlement_difference, settlement_batch, settlement_report, settlement_progress`;
}

/** Adyen's adapter, whose report is written from the transactions of the database while it is read. */
function connect(env: BenchEnv) {
  const http: StreamingClient = {
    send: async () => ({ kind: 'failed', why: 'connection', isSent: false }),
    open: async (): Promise<WebStream> => ({ kind: 'response', status: 200, body: writeReport(env) }),
  };
  return adyenAdapter().connect({
    mode: 'TEST',
    settings: {},
    secrets: {},
    eventUrl: '',
    http,
    clock: env.services.clock,
    log: { warn: (facts, message) => console.error(message, facts) },
    events: { find: async () => [] },
    timeoutMs: 10_000,
  });
}

interface Sale {
  txnId: number;
  txnType: string;
  requestedMinor: number;
  ccyCode: string;
}

const header =
  'Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),' +
  'Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),' +
  'Interchange (NC),Modification Merchant Reference,Batch Number\r\n';

/**
 * Sales and refunds of the database, then chargebacks of the sales and their reversals, round by round, until there are enough: a
 * sale can be settled once only. The rest of each currency is paid to the bank.
 */
async function* writeReport({ owner }: BenchEnv): AsyncGenerator<Uint8Array> {
  yield Buffer.from(header);
  const sums = new Map<string, number>();
  const batch = 5000;
  for (let round = 0, written = 0; written < lines; round += 1) {
    for (let after = 0; written < lines;) {
      const sales = await owner<Sale[]>`
        select txn_id, txn_type, requested_minor, ccy_code from txn
        where txn_id > ${after} and txn_status = 'SUCCESS' and txn_type = any (${round === 0 ? settled : charged})
        order by txn_id limit ${Math.min(batch, lines - written)}`;
      if (sales.length === 0) break;
      after = sales.at(-1)?.txnId ?? after;
      written += sales.length;
      yield Buffer.from(sales.map((sale) => writeSale(sale, round, sums)).join(''));
    }
  }
  for (const [currency, net] of sums)
    yield Buffer.from(
      writeLine({
        ids: ['', '', `TX${currency}`, ''],
        type: 'MerchantPayout',
        currency,
        gross: -net,
        fee: 0,
      }),
    );
}

const charged = ['PAYMENT', 'REPEAT', 'CAPTURE'];
const settled = [...charged, 'REFUND'];

function writeSale(
  { txnId, txnType, requestedMinor, ccyCode }: Sale,
  round: number,
  sums: Map<string, number>,
): string {
  const isRefund = txnType === 'REFUND';
  const [type, sign] =
    round === 0
      ? isRefund
        ? (['Refunded', -1] as const)
        : (['Settled', 1] as const)
      : round % 2 === 1
        ? (['Chargeback', -1] as const)
        : (['ChargebackReversed', 1] as const);
  const fee = type === 'Settled' ? Math.round(requestedMinor / 100) : 0;
  const gross = sign * requestedMinor;
  sums.set(ccyCode, (sums.get(ccyCode) ?? 0) + gross - fee);
  const ids = [`P${txnId}`, String(txnId), `M${txnId}-${round}`, String(txnId)] as const;
  return writeLine({ ids, type, currency: ccyCode, gross, fee });
}

interface Line {
  ids: readonly [psp: string, merchant: string, modification: string, modificationMerchant: string];
  type: string;
  currency: string;
  gross: number;
  fee: number;
}

function writeLine({ ids: [psp, merchant, modification, own], type, currency, gross, fee }: Line): string {
  const digits = currencyDigits(currency) ?? 2;
  const money = (minor: number): string => (Math.abs(minor) / 10 ** digits).toFixed(digits);
  const sides = (minor: number): string =>
    minor < 0 ? `${money(minor)},` : `,${minor === 0 ? '' : money(minor)}`;
  return (
    `${psp},${merchant},2026-11-02 10:00:00,UTC,${type},${modification},${currency},${sides(gross)},1,` +
    `${currency},${sides(gross - fee)},,${fee === 0 ? '' : money(fee)},,,${own},1\r\n`
  );
}
