import { afterAll, beforeAll, expect, test } from 'vitest';
import { WarehouseReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { eraseOldVersions } from '#features/record/reporting/server/erase-old-versions.ts';
import { emptyTables, table } from '#features/record/reporting/server/warehouse-table.ts';
import { replicateAll } from '#features/record/reporting/test/replicate-all.ts';
import { setSettlementDates } from '#features/payments/payments/server/jobs/set-settlement-dates.ts';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { dayMs } from '#server/clock.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import { clause } from '#warehouse/clickhouse-sql.ts';
import { runPersonRequests } from '../server/run-person-requests.ts';
import { personOf, personalPayment, tracesOf } from './plant-person.ts';

const person = personOf('zqstored');
const url = '/proxy/sync/personalData/1100';

describeWarehouse('an erasure in the warehouse', () => {
  let app: TestApp;
  let server: TestWarehouse;
  const replicate = () => replicateAll(app.clock, new WarehouseReplication(app.services, server.warehouse));
  const run = () => eraseOldVersions.run({ ...app.services, warehouse: server.warehouse });
  const waiting = () => app.owner`select month from warehouse_erasure`;
  /** Versions of rows on its disk, without those that FINAL leaves out. */
  const storedVersions = async (): Promise<string[]> =>
    (await server.warehouse.rows(clause`select * from ${table}`)).map((row) => JSON.stringify(row));
  const named = async () =>
    (await storedVersions()).filter((row) => tracesOf(person).some((trace) => row.includes(trace)));

  beforeAll(async () => {
    [app, server] = await Promise.all([
      startApp({ flags: ['--password-days', '0', '--inactive-days', '0'] }),
      startWarehouse(),
    ]);
    await emptyTables(server.warehouse);
    // Merges come when ClickHouse likes: the test must see the time before one.
    await server.warehouse.command(clause`system stop merges ${table}`);
    for (let payments = 0; payments < 2; payments += 1) {
      const paid = await actAsMerchant(app)('POST', `${base}/payment`, personalPayment(person));
      expect(paid.status, JSON.stringify(paid.body)).toBe(201);
    }
    await replicate();
  });
  afterAll(() => Promise.all([app?.stop(), server?.stop()]));

  test('the earlier versions of its rows stay until their month is merged', async () => {
    expect(await named()).toHaveLength(2);
    app.clock.advance(130 * dayMs);
    await setSettlementDates.run(app.services);
    app.clock.advance(130 * dayMs);
    const send = await actAs(app, 'admin@harbour.example');
    const found = await send('POST', `${url}/find`, { by: 'EMAIL', value: person.email });
    const customerIds = (found.body.customers as { customerId: string }[]).map(
      ({ customerId }) => customerId,
    );
    const body = { customerIds, reason: 'Letter of 12 November', keepsLists: false };
    expect((await send('POST', `${url}/erasures`, body)).status).toBe(200);
    await sealAudit.run(app.services);
    await runPersonRequests.run(app.services);
    expect(await waiting()).toHaveLength(1);
    await run();
    expect(await waiting(), 'not before it has the new versions').toHaveLength(1);
    await replicate();
    expect(await named()).toHaveLength(2);
  });

  test('a merge that fails is repeated', async () => {
    await expect(run()).rejects.toThrow();
    expect(await waiting()).toHaveLength(1);
    expect(await named()).toHaveLength(2);
  });

  test('afterwards its disk has no version with the person', async () => {
    const rows = await server.warehouse.rows(clause`select txn_id from ${table} final order by txn_id`);
    await server.warehouse.command(clause`system start merges ${table}`);
    await run();
    expect(await named()).toEqual([]);
    expect(await waiting()).toHaveLength(0);
    expect(await server.warehouse.rows(clause`select txn_id from ${table} order by txn_id`)).toEqual(rows);
  });
});
