import { formatMinor } from '#shared/money.ts';
import { isMoneyOut, movingTypes } from '#shared/payments/transaction-kind.ts';
import type { BenchEnv } from './bench-env.ts';
import { post } from './http-client.ts';
import { type Sample, measureInTurns, timed } from './measure-in-turns.ts';
import { signIn } from './measure-searches.ts';
import type { Figure } from './statistics.ts';

const taking = movingTypes.flatMap((type) => (isMoneyOut(type) ? [] : `'${type}'`)).join();

const moving = movingTypes.map((type) => `'${type}'`).join();

const dayMs = 24 * 60 * 60 * 1000;
const scopes = [
  { of: '1 merchant', orgIds: [20_001], where: 'merchant_id = 20001' },
  { of: 'a company', orgIds: [2000], where: 'company_id = 2000' },
  { of: 'all companies', orgIds: [], where: 'true' },
];

/**
 * The sums by currency above a search, over HTTP, as a report with aggregations and as one statement by a direct client, in
 * turns.
 */
export async function* measureTotals(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(env.portal);
  // The newest day is full, and every merchant has transactions in it.
  const [newest] = await env.owner<{ at: Date }[]>`select max(txn_datetime) as at from txn`;
  const until = newest?.at.getTime() ?? 0;
  const intervals = [1, 30, 365].map((days) => {
    const from = new Date(until - days * dayMs).toISOString();
    return {
      name: `${days} d`,
      field: filter('txn_datetime', 'GTE', from),
      where: `txn_datetime >= '${from}'`,
    };
  });
  const currency = {
    name: 'one currency',
    field: filter('ccy_code', 'EQUALS', 'GBP'),
    where: `ccy_code = 'GBP'`,
  };
  for (const { of, orgIds, where: inScope } of scopes)
    for (const { name, field, where } of [...intervals, currency]) {
      const body = { startFrom: 1, limit: 25, orgIds, fields: [{ field: 'txn_id' }, field] };
      yield* await measureInTurns(
        { name: `totals ${name}, ${of}`, values: [''], rounds, turns: 4 },
        {
          '': () => overHttp(env, headers, body),
          aggregated: () => aggregated(env, headers, { ...body, fields: [...aggregations, field] }),
          plainly: () => directly(env, `${inScope} and ${where}`),
        },
      );
    }
}

const aggregations = [
  { field: 'ccy_code' },
  { field: 'txn_id', aggregation: 'COUNT' },
  { field: 'money_moved', aggregation: 'SUM' },
];

const filter = (field: string, operation: string, value: string) => ({
  field,
  display: false,
  filter: { operation, value: [value] },
});

function overHttp(env: BenchEnv, headers: Record<string, string>, body: unknown): Promise<Sample> {
  return timed(async () => {
    const response = await post(`${env.portal}/proxy/async/tqs/totals`, body, headers);
    if (response.status !== 200) throw new Error(`totals: ${response.status} ${response.text.slice(0, 400)}`);
    const { totals } = JSON.parse(response.text) as {
      totals: { ccyCode: string; number: number; net: string }[];
    };
    return totals.map((sum) => [sum.ccyCode, sum.number, sum.net].join()).join(' ');
  });
}

/** The sums of a report with aggregations. */
function aggregated(env: BenchEnv, headers: Record<string, string>, body: unknown): Promise<Sample> {
  return timed(async () => {
    const response = await post(`${env.portal}/proxy/async/tqs/reporting/internal/search`, body, headers);
    if (response.status !== 200)
      throw new Error(`aggregations: ${response.status} ${response.text.slice(0, 400)}`);
    const { data } = JSON.parse(response.text) as {
      data: [currency: string, count: number, moved: string][];
    };
    return data.map((row) => row.join()).join(' ');
  });
}

function directly({ owner }: BenchEnv, where: string): Promise<Sample> {
  return timed(async () => {
    const rows = await owner.unsafe<{ ccyCode: string; number: string; net: string }[]>(`
      select ccy_code, count(*)::text as number,
             coalesce(sum(case when txn_type in (${taking}) then amount_minor else -amount_minor end) filter (
               where txn_status = 'SUCCESS' and txn_type in (${moving})), 0)::text as net
      from txn where ${where} group by ccy_code order by ccy_code`);
    return rows
      .map(({ ccyCode, number, net }) => [ccyCode, number, formatMinor(BigInt(net), ccyCode)].join())
      .join(' ');
  });
}
