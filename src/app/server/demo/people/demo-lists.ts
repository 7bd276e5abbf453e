import { sharedCards } from '../demo-customers.ts';
import { permissions } from '#shared/permissions.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { activateList, createList, editList } from '#features/fraud/fraud-lists/endpoints.ts';
import {
  createParameterList,
  setActive,
  updateList,
} from '#features/fraud/fraud-lists/server/change-list.ts';
import { addOrUpdate, addValues, removeValues } from '#features/fraud/fraud-lists/server/change-values.ts';
import { writeAutoAdd } from '#features/fraud/fraud-lists/server/db/auto-add-store.ts';
import type { BodyOf } from '#shared/define-endpoint.ts';
import type { Caller } from '#server/auth/caller.ts';
import { dayMs } from '#server/clock.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { StaffAct } from '../demo-users.ts';

const company = { id: 1100, path: '/1000/1100' };

interface DemoList extends BodyOf<typeof createList> {
  /** Days before now. */
  ago: number;
  values: readonly string[];
  change?: 'deactivated' | 'renamed';
}

/** No value of a demo customer: their payments continue. */
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
    change: 'renamed',
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
    change: 'deactivated',
  },
];

/** Lists of Harbour Group with their history, block-list values and auto-add, through the functions of the handlers. */
export function planListActs(to: Date): StaffAct[] {
  const act = (ago: number, work: Work): StaffAct => {
    const at = new Date(to.getTime() - ago * dayMs);
    return {
      at,
      run: ({ database }) =>
        inTenant(database, [company.id], (sql) => work({ ...staffContext, sql, now: at })),
    };
  };
  return [...lists.flatMap((list) => listActions(list, act)), ...blockListActs(act, to)];
}

type Work = (ctx: typeof staffContext & { sql: TenantSql; now: Date }) => Promise<void>;
type Act = (ago: number, work: Work) => StaffAct;

function listActions({ ago, values, change, ...body }: DemoList, act: Act): StaffAct[] {
  let listId = 0;
  const create = act(ago, async (ctx) => {
    ({ listId } = await createParameterList({ ...ctx, body }));
  });
  const added = values.map((value, number) =>
    act(ago - 1 - 4 * number, async (ctx) => void (await addValues(ctx, listId, [{ value }]))),
  );
  const laterActs = {
    // A value that was added by mistake and removed.
    renamed: [
      act(40, async (ctx) => {
        const [row] = await ctx.sql<{ itemId: number }[]>`
          select item_id from fraud_list_item where list_id = ${listId} order by item_id desc limit 1`;
        if (row) await removeValues(ctx, listId, [row.itemId]);
      }),
      act(39, async (ctx) => {
        const name = { name: 'Card testing BINs' } satisfies BodyOf<typeof editList>;
        await updateList({ ...ctx, body: name }, listId);
      }),
    ],
    deactivated: [
      act(3, async (ctx) => {
        await setActive({ ...ctx, body: false satisfies BodyOf<typeof activateList> }, listId);
      }),
    ],
  };
  return [create, ...added, ...(change ? laterActs[change] : [])];
}

function blockListActs(act: Act, to: Date): StaffAct[] {
  const block = (ago: number, field: string, values: readonly { value: string; expiryDate?: string }[]) =>
    act(ago, async (ctx) => void (await addValues(ctx, await blockList(ctx.sql, field), [...values])));
  const expiryDay = new Date(to.getTime() + 120 * dayMs).toISOString().slice(0, 10);
  return [
    block(200, 'customerEmail', [
      { value: 'drop.box@fraud.example' },
      { value: 'refund.farm@fraud.example', expiryDate: expiryDay },
    ]),
    block(90, 'customerIpAddress', [{ value: '198.51.100.23' }]),
    block(80, 'customerTelephone', [{ value: '+44 20 7946 0999' }]),
    act(90, async ({ sql, now }) => {
      const config = {
        sourceTypes: ['card', 'email'] as ('card' | 'email')[],
        targetTypes: ['card', 'telephone'] as ('card' | 'telephone')[],
        active: true,
        expiry: { value: 6, expiryPeriodicity: 'MONTHS' as const },
      };
      await writeAutoAdd(sql, company.id, config, now);
    }),
    // Cards that had never paid, but none of the documentation's: readers try them.
    act(20, async (ctx) => {
      const cards = await ctx.sql<{ card: string; txnId: number }[]>`
        select card_correlation_id as card, max(txn_id) as txn_id from txn
        where company_id = ${company.id} and card_correlation_id is not null
          and last_four <> all (${sharedCards.map((pan) => pan.slice(-4))})
        group by 1 having bool_and(txn_status = 'FAILED') order by 2 desc limit 2`;
      const listId = await blockList(ctx.sql, 'cardCorrelationId');
      for (const { card, txnId } of cards)
        await addOrUpdate(ctx, listId, { value: card, source: `Import from transaction ${txnId}` }, 'card');
    }),
  ];
}

async function blockList(sql: TenantSql, field: string): Promise<number> {
  const [list] = await sql<{ listId: number }[]>`
    select list_id from fraud_list
    where company_id = ${company.id} and kind = 'NEGATIVE' and data_field = ${field}`;
  if (!list) throw new Error(`no block list of ${field}`);
  return list.listId;
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

const staffContext = {
  caller: analyst,
  resource: { path: company.path, organisationId: company.id, companyId: company.id },
  request: { id: 'demo-lists', ip: '203.0.113.10' } as RequestInfo,
};
