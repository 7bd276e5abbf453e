import { sharedCards } from '#app/server/demo/demo-customers.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import type { MerchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { buildReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import { countMatches, readPageRows } from '#features/record/reporting/server/postgres-query.ts';
import { inTenant } from '#database/tenant.ts';
import type { BenchEnv } from './bench-env.ts';
import { get, post } from './http-client.ts';
import { type Sample, measureInTurns, timed } from './measure-in-turns.ts';
import type { Figure } from './statistics.ts';

const merchant = 20_001;
const shownColumns = [
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
/** Fields of the search screen with the column that a direct client queries. */
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
 * Latencies of the search screen's queries, alternating between HTTP, the statements alone in a transaction of the
 * product (role, row-level security, scope), and a direct client.
 */
export async function* measureSearches(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(env.portal);
  const companies = await env.plain<{ id: number }[]>`select id from organisation where type = 'GROUP'`;
  const everyCompany = `company_id = any ('{${companies.map(({ id }) => id).join()}}'::integer[])`;
  const merchantIds = Array.from({ length: 50 }, (_, index) => merchant + index);
  const scopes: Scope[] = [
    {
      name: '1 merchant',
      orgIds: [merchant],
      where: `company_id = 2000 and merchant_id = ${merchant}`,
      scope: { tenantIds: [2000], merchants: [merchant] },
    },
    {
      name: '50 merchants',
      orgIds: merchantIds,
      where: `company_id = 2000 and merchant_id = any ('{${merchantIds.join()}}'::integer[])`,
      scope: { tenantIds: [2000], merchants: merchantIds },
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
      yield* await measureInTurns(
        { name: `search ${field}, ${scope.name}`, values, rounds, turns: 30 },
        {
          '': (value) => searchOverHttp(env, headers, scope.orgIds, { field, value }),
          statements: (value) => runStatements(env, scope.scope, { field, value }),
          plainly: (value) => timed(() => searchDirectly(env, scope.where, { field, value })),
        },
      );
    }
    yield* await measureInTurns(
      { name: `search newest page, ${scope.name}`, values: [''], rounds, turns: 8 },
      {
        '': () => searchOverHttp(env, headers, scope.orgIds),
        statements: () => runStatements(env, scope.scope),
        plainly: () => timed(() => searchDirectly(env, scope.where)),
      },
    );
  }
}

interface Scope {
  name: string;
  orgIds: number[];
  where: string;
  scope: MerchantScope;
}

interface Filter {
  field: Searched;
  value: string;
}

async function searchOverHttp(
  env: BenchEnv,
  headers: Record<string, string>,
  orgIds: readonly number[],
  filter?: Filter,
): Promise<Sample> {
  const url = `${env.portal}/proxy/sync/tqs/reporting/internal/search`;
  return timed(async () => {
    const response = await post(url, { ...buildSearch(filter), orgIds }, headers);
    if (response.status !== 200) throw new Error(`search: ${response.status} ${response.text.slice(0, 400)}`);
    return (JSON.parse(response.text) as { resultsAvailable: number }).resultsAvailable;
  });
}

/** Times the server's statements, from the first to the last of the transaction. */
function runStatements({ services }: BenchEnv, scope: MerchantScope, filter?: Filter): Promise<Sample> {
  const query = buildReportQuery(buildSearch(filter), scope);
  return inTenant(services.database, scope.tenantIds, async (sql) => {
    await sql`select 1`;
    return timed(async () => {
      const page = await readPageRows(sql, query);
      return page.length < pageSize ? page.length : countMatches(sql, query);
    });
  });
}

function buildSearch(filter?: Filter): SearchRequest {
  const hidden = filter && !shownColumns.includes(filter.field) ? [filter.field] : [];
  const fields = [...shownColumns, ...hidden].map((field): SearchRequest['fields'][number] => ({
    field,
    ...(hidden.includes(field as Searched) ? { display: false } : {}),
    ...(field === 'txn_datetime' ? { sort: 'DESC' } : {}),
    ...(field === filter?.field ? { filter: { operation: 'EQUALS', value: [filter.value] } } : {}),
  }));
  return { startFrom: 1, limit: pageSize, fields };
}

/** The same page and count as the owner, prepared and without row-level security. */
async function searchDirectly({ owner }: BenchEnv, scope: string, filter?: Filter): Promise<number> {
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

/** The headers of a signed-in user with access to every company. */
export async function signIn(portal: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  const storeCookies = (lines: readonly string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  const headers = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  });
  storeCookies((await get(`${portal}/initiation`)).cookies);
  const body = { username: 'domain@demo.example', password: demoPassword };
  const response = await post(`${portal}/auth/login`, body, headers());
  if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${response.text}`);
  storeCookies(response.cookies);
  return headers();
}
