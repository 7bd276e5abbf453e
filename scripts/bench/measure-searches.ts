import { sharedCards } from '#app/server/demo/demo-customers.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import type { BenchHouse } from './bench-house.ts';
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
/** Fields of the search screen and the column that a plain client would ask. */
const searched = {
  txn_id: 'txn_id',
  merch_ref: 'merch_ref',
  customer_email: 'customer_email',
  last_four: 'last_four',
  IP_address: 'ip_address',
} as const;
type Searched = keyof typeof searched;
const pageSize = 25;

/** Latencies of the search screen's questions over HTTP and by a plain client, in turns. */
export async function* measureSearches(house: BenchHouse, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(house.portal);
  const companies = await house.plain<{ id: number }[]>`select id from organisation where type = 'GROUP'`;
  const everyCompany = `company_id = any ('{${companies.map(({ id }) => id).join()}}'::integer[])`;
  const some = Array.from({ length: 50 }, (_, at) => merchant + at);
  const scopes = [
    { name: '1 merchant', orgIds: [merchant], where: `company_id = 2000 and merchant_id = ${merchant}` },
    {
      name: '50 merchants',
      orgIds: some,
      where: `company_id = 2000 and merchant_id = any ('{${some.join()}}'::integer[])`,
    },
    { name: 'all merchants', orgIds: [], where: everyCompany },
  ];
  const rows = await house.owner<Record<Searched, string>[]>`
    select txn_id::text, merch_ref, customer_email, last_four, ip_address as "IP_address"
    from txn tablesample system (5)
    where merchant_id = ${merchant} and merch_ref is not null and customer_email is not null
      and last_four is not null and ip_address is not null
      and last_four <> all (${sharedCards.map((pan) => pan.slice(-4))}) limit 400`;
  for (const scope of scopes) {
    for (const field of Object.keys(searched) as Searched[]) {
      const values = rows.map((row) => row[field]);
      const ask = (value: string) => overHttp(house, headers, scope.orgIds, { field, value });
      const bare = (value: string) => plainly(house, scope.where, { field, value });
      yield* await inTurns(`${field}, ${scope.name}`, values, rounds, 30, ask, bare);
    }
    const newest = () => overHttp(house, headers, scope.orgIds);
    const bare = () => plainly(house, scope.where);
    yield* await inTurns(`newest page, ${scope.name}`, [''], rounds, 8, newest, bare);
  }
}

type Ask = (value: string) => Promise<number>;

async function inTurns(
  name: string,
  values: readonly string[],
  rounds: number,
  turns: number,
  ours: Ask,
  floor: Ask,
): Promise<Figure[]> {
  const timed = async (ask: Ask, value: string) => {
    const start = performance.now();
    const total = await ask(value);
    return { ms: performance.now() - start, total };
  };
  let turn = 0;
  const value = () => values[turn++ % values.length] ?? '';
  for (let warm = 0; warm < 10; warm += 1) await Promise.all([ours(value()), floor(value())]);
  const perRound: { p50: [number, number]; p95: [number, number] }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let sample = 0; sample < turns; sample += 1) {
      const asked = value();
      const mine = await timed(ours, asked);
      const bare = await timed(floor, asked);
      if (mine.total !== bare.total) throw new Error(`${name}: ${mine.total} found, plainly ${bare.total}`);
      times[0].push(mine.ms);
      times[1].push(bare.ms);
    }
    const at = (part: number): [number, number] => [quantile(times[0], part), quantile(times[1], part)];
    perRound.push({ p50: at(0.5), p95: at(0.95) });
  }
  return (['p50', 'p95'] as const).map((part) => ({
    name: `search ${name} ${part}`,
    unit: 'ms',
    ours: median(perRound.map((round) => round[part][0])),
    floor: median(perRound.map((round) => round[part][1])),
    ratio: median(perRound.map((round) => round[part][0] / round[part][1])),
  }));
}

interface Filter {
  field: Searched;
  value: string;
}

async function overHttp(
  house: BenchHouse,
  headers: Record<string, string>,
  orgIds: readonly number[],
  filter?: Filter,
): Promise<number> {
  const hidden = filter && !shown.includes(filter.field) ? [filter.field] : [];
  const fields = [...shown, ...hidden].map((field) => ({
    field,
    ...(hidden.includes(field as Searched) ? { display: false } : {}),
    ...(field === 'txn_datetime' ? { sort: 'DESC' } : {}),
    ...(field === filter?.field ? { filter: { operation: 'EQUALS', value: [filter.value] } } : {}),
  }));
  const url = `${house.portal}/proxy/sync/tqs/reporting/internal/search`;
  const answer = await post(url, { startFrom: 1, limit: pageSize, orgIds, fields }, headers);
  if (answer.status !== 200) throw new Error(`search: ${answer.status} ${answer.text.slice(0, 400)}`);
  return (JSON.parse(answer.text) as { resultsAvailable: number }).resultsAvailable;
}

/** The statements of search-query.ts, prepared, past row-level security and everything else. */
async function plainly({ owner }: BenchHouse, scope: string, filter?: Filter): Promise<number> {
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
