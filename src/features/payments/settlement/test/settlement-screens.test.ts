import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import type { AdyenWorld } from '#testing/start-with-adyen.ts';
import { type Month, importAll, sell, startAdyenSettlement } from './settlement-fixtures.ts';

let world: AdyenWorld;
let month: Month;
let admin: Send;
const payouts = '/proxy/sync/payouts/1100';
const settlement = '/proxy/sync/settlement/1100';

beforeAll(async () => {
  world = await startAdyenSettlement();
  month = await sell(world, 4);
  world.simulator.openDispute({ reference: month.payments[1] ?? '', eventCode: 'CHARGEBACK' });
  world.simulator.makeReport({ differences: ['amount', 'unknown', 'payout'] });
  await importAll(world);
  admin = await actAs(world.app, 'admin@harbour.example');
}, 60_000);
afterAll(async () => {
  await world.app.stop();
  await world.simulator.close();
});

describe('payouts', () => {
  test('listPayouts shows each installation’s part, newest first, with sums', async () => {
    const { status, body } = await admin('GET', `${payouts}?pageSize=2`);
    expect(status).toBe(200);
    expect(body.total).toBe(3);
    expect(body.items).toHaveLength(2);
    expect(body.items[0]).toMatchObject({
      installationId: 5300001,
      installationName: 'Harbour Coffee web',
      merchantName: 'Harbour Coffee',
    });
    expect(body.currencies).toEqual(['EUR', 'GBP', 'JPY']);
    const { body: pounds } = await admin('GET', `${payouts}?currency=GBP`);
    expect(pounds.items).toHaveLength(1);
    expect(pounds.sums).toEqual([{ currency: 'GBP', amount: pounds.items[0].amount }]);
    // The other choices of the filters stay.
    expect(pounds.currencies).toEqual(body.currencies);
    expect(pounds.installations).toEqual([{ installationId: 5300001, name: 'Harbour Coffee web' }]);
    const { body: narrowed } = await admin('GET', `${payouts}?installationId=5300002`);
    expect(narrowed).toMatchObject({ items: [], total: 0, sums: [], currencies: body.currencies });
    const { body: none } = await admin('GET', `${payouts}?paidFrom=2020-01-01&paidTo=2020-01-02`);
    expect(none).toMatchObject({ items: [], total: 0, sums: [] });
  });

  test('getPayout adds up to the amount', async () => {
    const { body: list } = await admin('GET', payouts);
    for (const { payoutId } of list.items) {
      const { body } = await admin('GET', `${payouts}/${payoutId}`);
      const sum = body.groups.reduce(
        (total: number, { amount }: { amount: string }) => total + Number(amount),
        0,
      );
      expect(sum - Number(body.fees.total)).toBeCloseTo(Number(body.amount), 6);
      const parts = ['commission', 'markup', 'schemeFees', 'interchange'].map((name) =>
        Number(body.fees[name]),
      );
      expect(parts.reduce((total, part) => total + part, 0)).toBeCloseTo(Number(body.fees.total), 6);
    }
  });

  test('listPayoutLines shows the lines of a group with their transactions', async () => {
    const { body: list } = await admin('GET', payouts);
    const lines: { kind: string; transactionId: string }[] = [];
    const refunds: typeof lines = [];
    for (const { payoutId, lines: number } of list.items) {
      const { body } = await admin('GET', `${payouts}/${payoutId}/lines?pageSize=100`);
      expect(body.total).toBe(number);
      lines.push(...body.items);
      const { body: group } = await admin('GET', `${payouts}/${payoutId}/lines?group=refunds&pageSize=100`);
      expect(group.total).toBe(group.items.length);
      refunds.push(...group.items);
    }
    const ids = lines.filter(({ kind }) => kind === 'PAYMENT').map(({ transactionId }) => transactionId);
    // One payment is in the place of a line that belongs to none.
    expect(ids.length).toBeGreaterThanOrEqual(month.payments.length - 1);
    expect(ids.every((id) => month.payments.includes(id))).toBe(true);
    expect(refunds.length).toBeGreaterThan(0);
    expect(refunds).toEqual(lines.filter(({ kind }) => kind === 'REFUND'));
  });

  test('exportPayout writes numbers with their sign', async () => {
    const { body: list } = await admin('GET', `${payouts}?currency=EUR`);
    const [{ payoutId }] = list.items;
    const file = await admin('GET', `${payouts}/${payoutId}/file?format=CSV`);
    expect(file.headers['content-disposition']).toMatch(/payout-\d{4}-\d\d-\d\d-EUR-\d+\.csv/);
    expect(String(file.body)).toContain('line,kind,transaction_id');
    expect(String(file.body)).toMatch(/PAYMENT,\d+,month-\d+,[^,]+,\d+\.\d\d,EUR,,0\.00,\d/);
    const xlsx = await admin('GET', `${payouts}/${payoutId}/file?format=XLSX`);
    expect(xlsx.headers['content-type']).toContain('spreadsheetml');
  });

  test('show the payout of a transaction in its details', async () => {
    const { body } = await admin('GET', `/proxy/sync/tqs/transaction/${month.payments[0]}`);
    expect(body.settlement.payout).toMatchObject({ currency: body.currencyCode });
    expect(body.settlement.settledOn).toBe(body.gatewaySettlement);
  });

  test('of another company are not found', async () => {
    const other = await actAs(world.app, 'admin@meridian.example');
    const { body } = await admin('GET', payouts);
    const [{ payoutId }] = body.items;
    expect((await other('GET', '/proxy/sync/payouts/1200')).body).toMatchObject({ items: [], total: 0 });
    for (const path of ['', '/lines', '/file?format=CSV'])
      expect((await other('GET', `/proxy/sync/payouts/1200/${payoutId}${path}`)).status).toBe(404);
    expect((await other('GET', payouts)).status).toBeOneOf([403, 404]);
    // Row-level security hides them even from a query without a condition.
    const rows = await world.app.owner.begin(async (sql) => {
      await sql`set local role countinghouse_app`;
      await sql`select set_config('app.companies', '1200', true)`;
      return sql`select 1 from merchant_payout union all select 1 from settlement_line union all select 1 from settlement_difference`;
    });
    expect(rows).toEqual([]);
  });

  test('are shown to the standard roles that see statements, reports to administrators only', async () => {
    const rolesWith = async (permission: string) =>
      (
        await world.app.owner<{ roleId: string }[]>`
          select role_id from role_permission where permission = ${permission} order by 1`
      ).map(({ roleId }) => roleId);
    const seeing = [
      'administrator',
      'cashier',
      'fraud-analyst',
      'shop-manager',
      'user-administrator',
      'viewer',
    ];
    expect(await rolesWith('P_VIEW_PAYOUTS')).toEqual(seeing);
    for (const permission of ['P_VIEW_SETTLEMENTS', 'P_MANAGE_SETTLEMENTS'])
      expect(await rolesWith(permission)).toEqual(['administrator']);
    const viewer = await actAs(world.app, 'support@harbour.example');
    expect((await viewer('GET', payouts)).status).toBe(200);
    expect((await viewer('GET', `${settlement}/differences`)).status).toBe(403);
  });

  test('need P_VIEW_PAYOUTS', async () => {
    await world.app
      .owner`delete from role_permission where role_id = 'viewer' and permission = 'P_VIEW_PAYOUTS'`;
    await world.app
      .owner`update app_user set access_version = access_version + 1 where user_name = 'support@harbour.example'`;
    const support = await actAs(world.app, 'support@harbour.example');
    expect((await support('GET', payouts)).status).toBe(403);
    const { body } = await support('GET', `/proxy/sync/tqs/transaction/${month.payments[0]}`);
    expect(body.settlement).toMatchObject({ payout: null });
  });
});

describe('differences', () => {
  const list = async (send: Send, query = '') =>
    (await send('GET', `${settlement}/differences${query}`)).body as {
      items: { differenceId: string; kind: string; version: number; transactionId: string | null }[];
      total: number;
      mayManage: boolean;
    };

  test('listSettlementDifferences shows open ones, filtered', async () => {
    const { items, total, mayManage } = await list(admin, '?state=OPEN');
    expect(total).toBe(3);
    expect(mayManage).toBe(true);
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['AMOUNT', 'PAYOUT', 'UNKNOWN']);
    const amount = items.find(({ kind }) => kind === 'AMOUNT');
    expect((await list(admin, `?reference=${amount?.transactionId}`)).items).toHaveLength(1);
    expect((await list(admin, '?kind=UNKNOWN')).items).toMatchObject([
      { transactionId: null, reference: 'unknown', ours: null, mayViewTransaction: false },
    ]);
  });

  test('assignDifference sets an owner of listDifferenceOwners', async () => {
    const owners = (await admin('GET', `${settlement}/owners`)).body as { userId: string; name: string }[];
    const owner = owners.find(({ name }) => name !== '') ?? { userId: '', name: '' };
    const [first] = (await list(admin)).items;
    const path = `${settlement}/differences/${first?.differenceId}/owner`;
    const version = first?.version;
    expect((await admin('PUT', path, { version, ownerId: 'unknown-user' })).status).toBe(400);
    const { status, body } = await admin('PUT', path, { version, ownerId: owner.userId });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ownerName: owner.name, state: 'OPEN' });
    expect((await admin('PUT', path, { version, ownerId: null })).status).toBe(409);
  });

  test('closeDifference needs a note, is audited, and leaves the ledger', async () => {
    const [ledger] = await world.app
      .owner`select count(*)::int as n, sum(amount_minor)::bigint as sum from ledger_entry`;
    const [first] = (await list(admin, '?kind=AMOUNT')).items;
    const path = `${settlement}/differences/${first?.differenceId}/close`;
    expect((await admin('POST', path, { version: first?.version, note: '  ' })).status).toBe(400);
    const note = 'The processor corrects it in batch 2';
    const { body } = await admin('POST', path, { version: first?.version, note });
    expect(body).toMatchObject({ state: 'CLOSED', note, closedBy: expect.stringMatching(/\w/) });
    expect((await admin('POST', path, { version: body.version, note })).status).toBe(409);
    const [event] = await world.app.owner<{ after: object }[]>`
      select after from audit_event where act = 'closeDifference' and outcome = 'allowed'`;
    expect(event?.after).toEqual({ state: 'CLOSED', note });
    const [after] = await world.app
      .owner`select count(*)::int as n, sum(amount_minor)::bigint as sum from ledger_entry`;
    expect(after).toEqual(ledger);
    expect((await list(admin, '?state=OPEN')).total).toBe(2);
  });

  test('belong to the owner of the connection', async () => {
    const [first] = (await list(admin)).items;
    const other = await actAs(world.app, 'admin@meridian.example');
    const theirs = '/proxy/sync/settlement/1200';
    expect((await other('GET', `${theirs}/differences`)).body).toMatchObject({
      items: [],
      hasReports: false,
    });
    const close = await other('POST', `${theirs}/differences/${first?.differenceId}/close`, {
      version: 1,
      note: 'no',
    });
    expect(close.status).toBe(404);
  });
});

describe('reports', () => {
  test('listSettlementReports shows batches and open differences', async () => {
    const { body } = await admin('GET', `${settlement}/reports`);
    expect(body).toMatchObject({ total: 1, hasConnections: true });
    expect(body.items[0]).toMatchObject({ state: 'IMPORTED', refusal: null, mayRetry: false });
    expect(body.items[0].batches.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'DIFFERENT',
      'RECONCILED',
      'RECONCILED',
    ]);
  });

  test('retrySettlementReport begins a refused one again', async () => {
    world.simulator.makeReport({ damage: 'cut' });
    await importAll(world);
    const { body } = await admin('GET', `${settlement}/reports?state=REFUSED`);
    const [report] = body.items;
    expect(report).toMatchObject({ refusal: { code: 'CUT_OFF' }, mayRetry: true, lines: 0 });
    const path = `${settlement}/reports/${report.reportId}/retry`;
    expect((await admin('POST', path, { version: report.version })).status).toBe(204);
    expect((await admin('POST', path, { version: report.version })).status).toBe(409);
    const other = await actAs(world.app, 'admin@meridian.example');
    const theirs = `/proxy/sync/settlement/1200/reports/${report.reportId}/retry`;
    expect((await other('POST', theirs, { version: 1 })).status).toBe(404);
  });
});
