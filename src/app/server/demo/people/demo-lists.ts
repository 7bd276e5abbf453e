import { permissions } from '#shared/permissions.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { activateList, createList, editList } from '#features/fraud-lists/endpoints.ts';
import { createParameterList, setActive, updateList } from '#features/fraud-lists/server/change-list.ts';
import { addOrUpdate, addValues, removeValues } from '#features/fraud-lists/server/change-values.ts';
import { writeAutoAdd } from '#features/fraud-lists/server/db/auto-add-store.ts';
import type { BodyOf } from '#shared/define-endpoint.ts';
import type { Caller } from '#server/auth/caller.ts';
import { dayMs } from '#server/clock.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { Services } from '#server/services.ts';

const company = { id: 1100, path: '/1000/1100' };

interface DemoList extends BodyOf<typeof createList> {
  /** Days before now. */
  ago: number;
  values: readonly string[];
  fate?: 'deactivated' | 'renamed';
}

/** No value of a demo customer: their payments go on. */
const lists: readonly DemoList[] = [
  {
    ago: 320,
    name: 'Known fraud emails',
    description: 'Emails of confirmed fraud cases',
    dataField: 'customerEmail',
    hotList: true,
    values: [
      'drop.box@fraud.example',
      'carla.void@fraud.example',
      'mule-07@fraud.example',
      'reship@fraud.example',
    ],
  },
  {
    ago: 300,
    name: 'Tested BINs',
    description: 'Card ranges seen in card testing',
    dataField: 'cardBin',
    hotList: false,
    values: ['400022', '510510', '601100'],
    fate: 'renamed',
  },
  {
    ago: 210,
    name: 'Countries without delivery',
    description: 'Countries that our couriers do not serve',
    dataField: 'shippingCountryCode',
    hotList: false,
    values: ['ATA', 'BVT', 'HMD'],
  },
  {
    ago: 120,
    name: 'Watched networks',
    description: 'Addresses of open proxies from the last incident',
    dataField: 'customerIpAddress',
    hotList: true,
    values: ['198.51.100.23', '198.51.100.77', '2001:db8:bad::1'],
  },
  {
    ago: 60,
    name: 'Freight forwarders',
    description: 'Postcodes of parcel forwarding depots',
    dataField: 'billingPostcode',
    hotList: false,
    values: ['ZZ99 3VZ', 'QQ1 1QQ'],
  },
  {
    ago: 30,
    name: 'Christmas campaign 2025',
    description: 'Loyalty tiers of an old campaign',
    dataField: 'custom_string_1',
    hotList: false,
    values: ['XMAS25'],
    fate: 'deactivated',
  },
];

/** Lists of Harbour Group with their history, block-list values and auto-add, through the functions of the handlers. */
export async function seedLists(services: Services, now: Date): Promise<void> {
  await inTenant(services.database, [company.id], async (sql) => {
    for (const list of lists) await seedList(sql, list, now);
    await seedBlockLists(sql, now);
    const config = {
      sourceTypes: ['card', 'email'] as ('card' | 'email')[],
      targetTypes: ['card', 'telephone'] as ('card' | 'telephone')[],
      active: true,
      expiry: { value: 6, expiryPeriodicity: 'MONTHS' as const },
    };
    await writeAutoAdd(sql, company.id, config, new Date(now.getTime() - 90 * dayMs));
  });
}

async function seedList(sql: TenantSql, list: DemoList, now: Date): Promise<void> {
  const at = (ago: number) => contextAt(sql, new Date(now.getTime() - ago * dayMs));
  const { ago, values, fate, ...body } = list;
  const { listId } = await createParameterList({ ...at(ago), body });
  for (const [number, value] of values.entries())
    await addValues(at(ago - 1 - 4 * number), listId, [{ value }]);
  // A value that was added by mistake and removed the next day.
  if (fate === 'renamed') {
    const [row] = await sql<{ itemId: number }[]>`
      select item_id from fraud_list_item where list_id = ${listId} order by item_id desc limit 1`;
    if (row) await removeValues(at(40), listId, [row.itemId]);
    await updateList(
      { ...at(39), body: { name: 'Card testing BINs' } satisfies BodyOf<typeof editList> },
      listId,
    );
  }
  if (fate === 'deactivated')
    await setActive({ ...at(3), body: false satisfies BodyOf<typeof activateList> }, listId);
}

async function seedBlockLists(sql: TenantSql, now: Date): Promise<void> {
  const found = await sql<{ listId: number; dataField: string }[]>`
    select list_id, data_field from fraud_list where company_id = ${company.id} and kind = 'NEGATIVE'`;
  const listOf = new Map(found.map(({ dataField, listId }) => [dataField, listId]));
  const at = (ago: number) => contextAt(sql, new Date(now.getTime() - ago * dayMs));
  const later = new Date(now.getTime() + 120 * dayMs).toISOString().slice(0, 10);
  await addValues(at(200), listOf.get('customerEmail') ?? 0, [
    { value: 'drop.box@fraud.example' },
    { value: 'refund.farm@fraud.example', expiryDate: later },
  ]);
  await addValues(at(90), listOf.get('customerIpAddress') ?? 0, [{ value: '198.51.100.23' }]);
  await addValues(at(80), listOf.get('customerTelephone') ?? 0, [{ value: '+44 20 7946 0999' }]);
  // Cards that have never paid.
  const cards = await sql<{ card: string; txnId: number }[]>`
    select card_correlation_id as card, max(txn_id) as txn_id from txn
    where company_id = ${company.id} and card_correlation_id is not null
    group by 1 having bool_and(txn_status = 'FAILED') order by 2 desc limit 2`;
  for (const { card, txnId } of cards) {
    const input = { value: card, source: `Import from transaction ${txnId}` };
    await addOrUpdate(at(20), listOf.get('cardCorrelationId') ?? 0, input, 'card');
  }
}

const analyst: Caller = {
  kind: 'user',
  id: 'demo-lists',
  name: 'Noor Rahman',
  organisation: { id: company.id, name: 'Harbour Group', path: company.path },
  domainUser: false,
  held: permissions.map((name) => ({ name, scope: company.path, cascade: true })),
  tenantIds: [company.id],
};

const contextAt = (sql: TenantSql, now: Date) => ({
  sql,
  now,
  caller: analyst,
  resource: { paths: [company.path], organisationId: company.id, companyId: company.id },
  request: { id: 'demo-lists', ip: '203.0.113.10' } as RequestInfo,
});
