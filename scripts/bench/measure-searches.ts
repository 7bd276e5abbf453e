import { sharedCards } from '#app/server/demo/demo-customers.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import type { SearchRequest } from '#features/reporting/search-schema.ts';
import type { MerchantScope } from '#features/reporting/server/merchant-scope.ts';
import { buildReportQuery } from '#features/reporting/server/build-report-query.ts';
import { countMatches, pageRows } from '#features/reporting/server/postgres-query.ts';
import { inTenant } from '#database/tenant.ts';
import type { BenchEnv } from './bench-env.ts';
import { get, post } from './http-client.ts';
import { type Figure, median, quantile } from './statistics.ts';

const merchant = 20_001;
const shown = [
  'txn_id',
  'txn_datetime',
  'txn_type',
  'txn_status',
  'requested_amount',
  'ccy_code',
  'merch_ref',
  'customer_name',
  'customer_email',
  'masked_pan',
  'merchant_name',
];
const columns = `txn_id::text, to_char(txn_datetime at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'),
  txn_type, txn_status, round(requested_amount, ccy_digits)::text, ccy_code, merch_ref, customer_name,
  customer_email, masked_pan, merchant_name`;
/** Fields of the search screen with their columns. */
const searched = {
  txn_id: 'txn_id',
  merch_ref: 'merch_ref',
  customer_email: 'customer_email',
  last_four: 'last_four',
  IP_address: 'ip_address',
} as const;
type Searched = keyof typeof searched;
const pageSize = 25;

/**
 * Latencies of the search screen's questions, in turns: over HTTP, its statements alone in a transaction of the program's
 * (role, row-level security, conditions of the scope), and by a plain client.
 */
export async function* measureSearches(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(env.portal);
  const companies = await env.plain<{ id: number }[]>`select id from organisation where type = 'GROUP'`;
  const everyCompany = `company_id = any ('{${companies.map(({ id }) => id).join()}}'::integer[])`;
  const some = Array.from({ length: 50 }, (_, at) => merchant + at);
  const scopes: Scope[] = [
    {
      name: '1 merchant',
      orgIds: [merchant],
      where: `company_id = 2000 and merchant_id = ${merchant}`,
      scope: { tenantIds: [2000], merchants: [merchant] },
    },
    {
      name: '50 merchants',
      orgIds: some,
      where: `company_id = 2000 and merchant_id = any ('{${some.join()}}'::integer[])`,
      scope: { tenantIds: [2000], merchants: some },
    },
    {
      name: 'all merchants',
      orgIds: [],
      where: everyCompany,
      scope: { tenantIds: companies.map(({ id }) => id), merchants: undefined },
    },
  ];
  const rows = await env.owner<{ values: Record<Searched, string> }[]>`
    select json_build_object('txn_id', txn_id::text, 'merch_ref', merch_ref, 'customer_email', customer_email,
      'last_four', last_four, 'IP_address', ip_address) as values
    from txn tablesample system (5)
    where merchant_id = ${merchant} and merch_ref is not null and customer_email is not null
      and last_four is not null and ip_address is not null
      and last_four <> all (${sharedCards.map((pan) => pan.slice(-4))}) limit 400`;
  for (const scope of scopes) {
    for (const field of Object.keys(searched) as Searched[]) {
      const values = rows.map((row) => row.values[field]);
      yield* await inTurns(`${field}, ${scope.name}`, values, rounds, 30, {
        overHttp: (value) => overHttp(env, headers, scope.orgIds, { field, value }),
        statements: (value) => statements(env, scope.scope, { field, value }),
        plainly: (value) => timed(() => plainly(env, scope.where, { field, value })),
      });
    }
    yield* await inTurns(`newest page, ${scope.name}`, [''], rounds, 8, {
      overHttp: () => overHttp(env, headers, scope.orgIds),
      statements: () => statements(env, scope.scope),
      plainly: () => timed(() => plainly(env, scope.where)),
    });
  }
}

interface Scope {
  name: string;
  orgIds: number[];
  where: string;
  scope: MerchantScope;
}

interface Taken {
  ms: number;
  total: number;
}
type Ask = (value: string) => Promise<Taken>;
const ways = ['overHttp', 'statements', 'plainly'] as const;
type Way = (typeof ways)[number];

async function timed(ask: () => Promise<number>): Promise<Taken> {
  const start = performance.now();
  const total = await ask();
  return { ms: performance.now() - start, total };
}

async function inTurns(
  name: string,
  values: readonly string[],
  rounds: number,
  turns: number,
  asks: Record<Way, Ask>,
): Promise<Figure[]> {
  let turn = 0;
  const value = () => values[turn++ % values.length] ?? '';
  for (let warm = 0; warm < 10; warm += 1) for (const way of ways) await asks[way](value());
  const perRound: Record<Way, number[]>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times: Record<Way, number[]> = { overHttp: [], statements: [], plainly: [] };
    for (let sample = 0; sample < turns; sample += 1) {
      const asked = value();
      const totals = new Set<number>();
      // Whoever asks first brings the pages from the disk for the others.
      const first = sample % ways.length;
      for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
        const taken = await asks[way](asked);
        times[way].push(taken.ms);
        totals.add(taken.total);
      }
      if (totals.size > 1) throw new Error(`${name}: found ${[...totals].join(', ')}`);
    }
    perRound.push(times);
  }
  return (['overHttp', 'statements'] as const).flatMap((way) =>
    ([0.5, 0.95] as const).map((part): Figure => {
      const at = (one: Way) => perRound.map((round) => quantile(round[one], part));
      const [ours, floor] = [at(way), at('plainly')];
      return {
        name: `search ${name}${way === 'statements' ? ', statements' : ''} p${part * 100}`,
        unit: 'ms',
        ours: median(ours),
        floor: median(floor),
        ratio: median(ours.map((ms, round) => ms / (floor[round] ?? Number.NaN))),
      };
    }),
  );
}

interface Filter {
  field: Searched;
  value: string;
}

async function overHttp(
  env: BenchEnv,
  headers: Record<string, string>,
  orgIds: readonly number[],
  filter?: Filter,
): Promise<Taken> {
  const url = `${env.portal}/proxy/sync/tqs/reporting/internal/search`;
  return timed(async () => {
    const answer = await post(url, { ...requestOf(filter), orgIds }, headers);
    if (answer.status !== 200) throw new Error(`search: ${answer.status} ${answer.text.slice(0, 400)}`);
    return (JSON.parse(answer.text) as { resultsAvailable: number }).resultsAvailable;
  });
}

/** As the server does between the first statement and the last of its transaction. */
function statements({ services }: BenchEnv, scope: MerchantScope, filter?: Filter): Promise<Taken> {
  const question = buildReportQuery(requestOf(filter), scope);
  return inTenant(services.database, scope.tenantIds, async (sql) => {
    await sql`select 1`;
    return timed(async () => {
      const page = await pageRows(sql, question);
      return page.length < pageSize ? page.length : countMatches(sql, question);
    });
  });
}

function requestOf(filter?: Filter): SearchRequest {
  const hidden = filter && !shown.includes(filter.field) ? [filter.field] : [];
  const fields = [...shown, ...hidden].map((field): SearchRequest['fields'][number] => ({
    field,
    ...(hidden.includes(field as Searched) ? { display: false } : {}),
    ...(field === 'txn_datetime' ? { sort: 'DESC' } : {}),
    ...(field === filter?.field ? { filter: { operation: 'EQUALS', value: [filter.value] } } : {}),
  }));
  return { startFrom: 1, limit: pageSize, fields };
}

/** The same page and number, prepared, past row-level security and everything else. */
async function plainly({ owner }: BenchEnv, scope: string, filter?: Filter): Promise<number> {
  const where = filter ? `${scope} and ${searched[filter.field]} = $1` : scope;
  const values = filter ? [filter.value] : [];
  const options = { prepare: true };
  const page = await owner
    .unsafe(
      `select ${columns} from txn where ${where} order by txn_datetime desc, txn_id desc limit ${pageSize} offset 0`,
      values,
      options,
    )
    .values();
  if (page.length < pageSize) return page.length;
  const [row] = await owner.unsafe<{ total: number }[]>(
    `select count(*) as total from txn where ${where}`,
    values,
    options,
  );
  return row?.total ?? 0;
}

/** The headers of a signed-in person who sees every company. */
export async function signIn(portal: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  const headers = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  });
  keep((await get(`${portal}/initiation`)).cookies);
  const body = { username: 'domain@demo.example', password: demoPassword };
  const answer = await post(`${portal}/auth/login`, body, headers());
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
  keep(answer.cookies);
  return headers();
}
