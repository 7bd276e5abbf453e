import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expirePreauths } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { base, declinedCard, paid, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { projectRoot } from '#server/config.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import { clause } from '#warehouse/clickhouse-sql.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { replicationState } from '../server/replication-state.ts';
import {
  WarehouseChanged,
  WarehouseReplication,
  startReplication,
} from '../server/replicate-to-warehouse.ts';
import { emptyTables, positionTable, table } from '../server/warehouse-table.ts';
import { replicateAll } from './replicate-all.ts';

test('marks every statement that changes a transaction', async () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).filter((name) => !/(^|\/)test\//.test(name));
  let rowCount = 0;
  for (const name of files) {
    const text = await readFile(join(projectRoot, name), 'utf8');
    for (const [statement] of text.matchAll(/\bupdate txn\b[^`]*(?:`[^`]*`[^`]*)*?returning/gi)) {
      rowCount += 1;
      expect(/touchColumns\(sql|changed_in/.test(statement), `${name}: ${statement}`).toBe(true);
    }
  }
  expect(rowCount).toBeGreaterThanOrEqual(3);
});

const patient = { timeout: 30_000 };

describeWarehouse('the feed', () => {
  let app: TestApp;
  let warehouseServer: TestWarehouse;
  let merchant: Send;
  let nextId = 10_000_100_000;

  beforeAll(async () => {
    [app, warehouseServer] = await Promise.all([startApp(), startWarehouse()]);
    merchant = actAsMerchant(app);
    await emptyTables(warehouseServer.warehouse);
  });
  afterAll(() => Promise.all([app?.stop(), warehouseServer?.stop()]));
  beforeEach(() => replicate());

  const newReplication = (warehouse: Warehouse = warehouseServer.warehouse) =>
    new WarehouseReplication(app.services, warehouse);
  const replicate = (replication = newReplication()) => replicateAll(app.clock, replication);
  const add = async (sql = app.owner) => {
    nextId += 1;
    await insertTransaction(sql, { txnId: nextId });
    return nextId;
  };
  /** A row waits for older transactions, also of the other databases of the server, which other tests use. */
  const untilFed = async () => {
    const [last] = await app.owner<{ xid: string }[]>`
      select pg_snapshot_xmax(pg_current_snapshot())::text as xid`;
    const isOver = async () => {
      const [row] = await app.owner<{ over: boolean }[]>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= ${last?.xid ?? '0'}::bigint as over`;
      return row?.over;
    };
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
  };
  const warehouseRows = () =>
    warehouseServer.warehouse.rows(
      clause`select txn_id, version, txn_status from ${table} final order by txn_id`,
    );
  const postgresRows = async () =>
    (await app.owner`select txn_id::text, version, txn_status from txn order by txn_id`.values()).map(
      (row) => [...row],
    );
  const expectEqualRows = async () => expect(await warehouseRows()).toEqual(await postgresRows());

  test('replicates the last state of payments', async () => {
    await paid(merchant);
    await merchant('POST', `${base}/payment`, payment({}, { card: declinedCard }));
    const [captured, openId, voided, refunded] = [
      await paid(merchant, { deferred: true }),
      await paid(merchant, { deferred: true }),
      await paid(merchant, { deferred: true }),
      await paid(merchant),
    ];
    await replicate();
    await expectEqualRows();
    await merchant('POST', `${base}/${captured}/capture`, {});
    await merchant('POST', `${base}/${voided}/cancel`, {});
    await merchant('POST', `${base}/${refunded}/refund`, { transaction: { amount: '5.00' } });
    app.clock.advance(7 * 86_400_000);
    await expirePreauths.run(app.services);
    await replicate();
    await expectEqualRows();
    const states = new Map((await warehouseRows()).map(([id, , status]) => [id, status]));
    expect([states.get(openId), states.get(voided), states.get(captured)]).toEqual([
      'EXPIRED',
      'VOIDED',
      'SUCCESS',
    ]);
  });

  test('waits for late commits and reports that it is behind', async () => {
    const inserted = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const late = app.owner.begin(async (sql) => {
      await add(sql as never);
      inserted.resolve();
      await finish.promise;
    });
    await inserted.promise;
    app.clock.advance(1000);
    const beforeCommit = app.clock.now();
    const before = new Date(beforeCommit.getTime() - 1);
    nextId += 1;
    await insertTransaction(app.owner, { txnId: nextId, at: beforeCommit });
    app.clock.advance(60_000);
    const replication = newReplication();
    const rowsBefore = (await warehouseRows()).length;
    try {
      await expect
        .poll(async () => (await replication.replicateBatch()).completeUntil, patient)
        .toEqual(before);
      expect((await warehouseRows()).length).toBe(rowsBefore);
      expect((await replicationState(app.services.database)).completeUntil).toEqual(before);
    } finally {
      finish.resolve();
      await late;
    }
    await replicate(replication);
    await expectEqualRows();
    expect((await warehouseRows()).length).toBe(rowsBefore + 2);
  });

  test('sends unconfirmed rows again after a crash', async () => {
    await add();
    await add();
    await untilFed();
    const before = (await warehouseRows()).length;
    const failingWarehouse: Warehouse = {
      ...warehouseServer.warehouse,
      command: async (statement) => {
        // The rows are stored; the position is not yet written.
        if (statement.parts.join('').includes('insert into')) throw new Error('killed');
        await warehouseServer.warehouse.command(statement);
      },
    };
    await expect(replicate(newReplication(failingWarehouse))).rejects.toThrow('killed');
    expect((await warehouseRows()).length).toBe(before + 2);
    expect(await replicate()).toBe(2);
    await expectEqualRows();
  });

  test('continues after the warehouse was killed', async () => {
    const loop = startReplication(app.services, warehouseServer.warehouse);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => add()));
      process.kill(warehouseServer.warehouse.pid(), 'SIGKILL');
      await Promise.all(Array.from({ length: 20 }, () => add()));
      await expect
        .poll(async () => (await warehouseRows().catch(() => [])).length, patient)
        .toBe((await postgresRows()).length);
    }
    await loop.stop();
    await expectEqualRows();
  });

  test('lets one of two workers replicate until it stops', async () => {
    const [firstWorker, secondWorker] = [
      startReplication(app.services, warehouseServer.warehouse),
      startReplication(app.services, warehouseServer.warehouse),
    ];
    const readHolder = async () =>
      (await app.owner`select holder from warehouse_replication`)[0]?.holder as string;
    await add();
    await expect
      .poll(async () => (await warehouseRows()).length, patient)
      .toBe((await postgresRows()).length);
    const firstHolder = await readHolder();
    await Promise.all([firstWorker.stop(), Promise.resolve()]);
    await add();
    await expect
      .poll(async () => (await warehouseRows()).length, patient)
      .toBe((await postgresRows()).length);
    await secondWorker.stop();
    expect(typeof firstHolder).toBe('string');
    await expectEqualRows();
  });

  test('refills an emptied warehouse, unused meanwhile', async () => {
    const replication = newReplication();
    await replication.replicateBatch();
    expect((await replicationState(app.services.database)).completeUntil).not.toBeNull();
    await emptyTables(warehouseServer.warehouse);
    replication.forget();
    const all = (await postgresRows()).length;
    expect(await replicate(replication)).toBe(all);
    await expectEqualRows();
    await emptyTables(warehouseServer.warehouse);
    const unreachable: Warehouse = {
      ...warehouseServer.warehouse,
      insert: async () => {
        throw new Error('full');
      },
    };
    await expect(replicate(newReplication(unreachable))).rejects.toThrow('full');
    expect((await replicationState(app.services.database)).completeUntil).toBeNull();
  });

  test('replicates a restored dump whatever its transaction ids', async () => {
    await app.owner`update txn set changed_in = 4000000000 where txn_id % 2 = 0`;
    await add();
    expect(await replicate()).toBe((await postgresRows()).length);
    await expectEqualRows();
  });

  test('rejects a warehouse with rows of another database', async () => {
    await warehouseServer.warehouse.command(clause`truncate table ${positionTable}`);
    await warehouseServer.warehouse.command(clause`insert into ${positionTable} select 'another', 5, 5`);
    await expect(newReplication().replicateBatch()).rejects.toThrow(WarehouseChanged);
    await warehouseServer.warehouse.command(clause`truncate table ${positionTable}`);
  });
});
