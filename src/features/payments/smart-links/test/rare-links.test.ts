import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { type LinkStatus, linkAttemptsAllowed, linkStatuses } from '#shared/payments/link-status.ts';
import { countFragment, listLinks, pageFragment } from '../server/smart-link-table.ts';
import { dayMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from smart_link`);

const commonCount = 20_000;
const rareCount = 10;
const pageSize = 25;

/** Links of a status, one a minute back from `newest`. */
async function insert(status: LinkStatus, number: number, newest: Date): Promise<void> {
  const now = app.clock.now();
  const ends = new Date(now.getTime() + (status === 'EXPIRED' ? -5 : 5) * dayMs);
  await app.owner`
    insert into smart_link (company_id, link_id, code, batch_id, merchant_id, installation_id, kind, link_usage, created_at,
                            created_by, expires_at, cancelled_at, used_at, attempts, request, ccy_code)
    select 1100, gen_random_uuid(), substr(translate(gen_random_uuid()::text, '-', ''), 1, 11), gen_random_uuid(), 1111,
           5300001, 'payments', 'SINGLE', ${newest}::timestamptz - n * interval '1 minute', 'test', ${ends},
           ${status === 'CANCELLED' ? now : null}, ${status === 'USED' ? now : null},
           ${status === 'DEACTIVATED' ? linkAttemptsAllowed : 0}, '{}', 'GBP'
    from generate_series(1, ${number}::integer) n`;
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** The number of links that a plan has read. */
function linksRead(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + linksRead(plan), 0);
  if (node['Relation Name'] !== 'smart_link') return below;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + (node['Actual Rows'] + removed) * node['Actual Loops'];
}

test.each(linkStatuses)(
  'finds a page of any status by an index when nearly all links are %s',
  async (usual) => {
    const now = app.clock.now();
    await insert(usual, commonCount, now);
    // The rare links are the oldest, so a scan by time would read all others first.
    for (const rare of linkStatuses)
      if (rare !== usual) await insert(rare, rareCount, new Date(now.getTime() - 30 * dayMs));
    await app.owner`vacuum analyze smart_link`;
    for (const status of linkStatuses) {
      const page = {
        tenantIds: [1100],
        installations: [5300001],
        status,
        offset: 0,
        pageSize,
        maxFound: 10_000,
      };
      const measured = await inTenant(app.services.database, [1100], async (sql) => {
        const rowsRead = async (query: ReturnType<typeof pageFragment>) => {
          const [row] = await sql<
            { 'QUERY PLAN': [{ Plan: PlanNode }] }[]
          >`explain (analyze, format json) ${query}`;
          return linksRead(row?.['QUERY PLAN'][0].Plan ?? { 'Actual Rows': Infinity, 'Actual Loops': 1 });
        };
        return {
          found: (await listLinks(sql, page, now)).found,
          page: await rowsRead(pageFragment(sql, page, now)),
          count: await rowsRead(countFragment(sql, page, now)),
        };
      });
      const isUsual = status === usual;
      expect(measured.found, status).toBe(isUsual ? page.maxFound + 1 : rareCount);
      expect(measured.page, `${status}: links read for a page`).toBeLessThan(
        isUsual ? 4 * pageSize : 5 * rareCount,
      );
      expect(measured.count, `${status}: links read for the count`).toBeLessThan(
        isUsual ? commonCount + 1 : 5 * rareCount,
      );
    }
  },
);

test('finds a page of a rare state of the payment by an index', async () => {
  const now = app.clock.now();
  await insert('USED', commonCount, now);
  await insert('ACTIVATED', rareCount, new Date(now.getTime() - 30 * dayMs));
  await app.owner`update smart_link set pay_state = case when used_at is null then 'RELEASED' else 'PAID' end`;
  await app.owner`vacuum analyze smart_link`;
  const page = {
    tenantIds: [1100],
    installations: [5300001],
    state: 'RELEASED',
    offset: 0,
    pageSize,
    maxFound: 10_000,
  } as const;
  const read = await inTenant(app.services.database, [1100], async (sql) => {
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>`
      explain (analyze, format json) ${pageFragment(sql, page, now)}`;
    return linksRead(row?.['QUERY PLAN'][0].Plan ?? { 'Actual Rows': Infinity, 'Actual Loops': 1 });
  });
  expect(read).toBe(rareCount);
});

test('finds a reference, an email address and an amount by an index', async () => {
  const now = app.clock.now();
  await insert('USED', commonCount, now);
  // Every second link belongs to another merchant.
  await app.owner`
    update smart_link set amount_minor = 2500, installation_id = case when n % 2 = 0 then 5300003 else 5300001 end,
      request = jsonb_build_object('transaction', jsonb_build_object('merchantReference', 'INV-' || n),
                                   'customer', jsonb_build_object('details', jsonb_build_object('emailAddress', 'p' || n || '@example.org')))
    from (select link_id as id, row_number() over (order by created_at) as n from smart_link) numbered
    where numbered.id = link_id`;
  await app.owner`update smart_link set amount_minor = 1 where reference_key in ('inv-7', 'inv-9')`;
  await app.owner`vacuum analyze smart_link`;
  for (const criterion of [{ reference: 'Inv-7' }, { emailAddress: 'P7@example.org' }, { amountMinor: 1 }]) {
    const page = {
      tenantIds: [1100],
      installations: [5300001],
      ...criterion,
      offset: 0,
      pageSize,
      maxFound: 10_000,
    };
    const read = await inTenant(app.services.database, [1100], async (sql) => {
      const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>`
        explain (analyze, format json) ${pageFragment(sql, page, now)}`;
      return linksRead(row?.['QUERY PLAN'][0].Plan ?? { 'Actual Rows': Infinity, 'Actual Loops': 1 });
    });
    expect([criterion, read]).toEqual([criterion, 'amountMinor' in criterion ? 2 : 1]);
  }
});

test('finds the links of a small installation by an index', async () => {
  const now = app.clock.now();
  await insert('ACTIVATED', rareCount, new Date(now.getTime() - 30 * dayMs));
  await app.owner`update smart_link set installation_id = 5300002`;
  await insert('ACTIVATED', commonCount, now);
  await app.owner`vacuum analyze smart_link`;
  const page = {
    tenantIds: [1100],
    installations: [5300002],
    offset: 0,
    pageSize,
    maxFound: 10_000,
  };
  const read = await inTenant(app.services.database, [1100], async (sql) => {
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>`
      explain (analyze, format json) ${pageFragment(sql, page, now)}`;
    return linksRead(row?.['QUERY PLAN'][0].Plan ?? { 'Actual Rows': Infinity, 'Actual Loops': 1 });
  });
  expect(read).toBe(rareCount);
});
