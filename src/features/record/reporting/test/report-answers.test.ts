import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildTotals } from '../server/totals.ts';
import { type Send, actAs, signedIn } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type TestWarehouse,
  recordChoices as choices,
  describeWarehouse,
  startWarehouse,
} from '#testing/warehouse/start-warehouse.ts';
import { WarehouseReplication } from '../server/replicate-to-warehouse.ts';
import { replicateAll } from './replicate-all.ts';

const rowCount = 40_000;
const search = '/proxy/sync/tqs/reporting/internal/search';
const statements = '/proxy/async/tqs/reporting/internal/search';

describeWarehouse('a report', () => {
  let app: TestApp;
  let warehouseServer: TestWarehouse;
  let admin: Send;
  let replication: WarehouseReplication;

  beforeAll(async () => {
    warehouseServer = await startWarehouse();
    app = await startApp({ services: { warehouse: warehouseServer.breakable } });
    admin = await actAs(app, 'admin@harbour.example');
    await insertTransaction(app.owner, { txnId: 10_000_000_001 });
    // Like the first, over a month, with equal amounts.
    await app.owner.unsafe(`
      insert into txn (txn_id, company_id, root_id, merchant_id, installation_id, txn_datetime, updated_at, requested_minor,
        direction, ccy_digits, ccy_code, txn_type, txn_status, txn_stage, merchant_name, sales_channel, commerce_type, trace)
      select txn_id + n, company_id, root_id + n, merchant_id, installation_id, txn_datetime - n * interval '1 minute',
        updated_at, n % 97, direction, ccy_digits, ccy_code, txn_type, txn_status, txn_stage, merchant_name, sales_channel,
        commerce_type, trace
      from txn, generate_series(1, ${rowCount}) as n`);
    await app.owner.begin('isolation level repeatable read', (sql) => rebuildTotals(sql as never, 1100));
    await app.owner.unsafe('analyze txn');
    replication = new WarehouseReplication(app.services, warehouseServer.warehouse);
    await replicate();
  }, 120_000);
  afterAll(() => Promise.all([app?.stop(), warehouseServer?.stop()]));

  const replicate = async () => {
    await replicateAll(app.clock, replication);
    // Written at once, not only every half second.
    replication = new WarehouseReplication(app.services, warehouseServer.warehouse);
    await replication.replicateBatch();
  };
  // With the currency, which no index has, the query is the warehouse's.
  const byAmount = [
    { field: 'txn_id' },
    { field: 'requested_amount', sort: 'DESC', sortOrder: 1 },
    { field: 'ccy_code', sort: 'DESC', sortOrder: 2, display: false },
  ];
  const searchByAmount = async (more: object = {}, url = search) => {
    const { status, body } = await admin('POST', url, {
      startFrom: 1,
      limit: 50,
      dataSource: 'REPORT',
      fields: byAmount,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  /** The store that responded, and the reason. */
  const choicesOf = (run: () => Promise<unknown>) => choices(app.services.state.reportResponses, run);

  test('reads many rows in another order from the warehouse', async () => {
    let body: unknown;
    expect(await choicesOf(async () => (body = await searchByAmount({ startFrom: 101 })))).toEqual([
      'warehouse cheaper',
    ]);
    expect(body).toEqual(await searchByAmount({ startFrom: 101, dataSource: 'REAL-TIME' }));
  });

  test('counts them with a further filter', async () => {
    const fields = [
      { field: 'txn_id' },
      { field: 'ccy_code', filter: { operation: 'NOT_EQUALS', value: ['EUR'] } },
    ];
    const count = (dataSource: string) =>
      admin('POST', '/proxy/async/tqs/count', { startFrom: 1, limit: 1, dataSource, fields });
    expect(await choicesOf(() => count('REPORT'))).toEqual(['warehouse cheaper']);
    expect((await count('REPORT')).body).toEqual({ count: rowCount + 1 });
  });

  test('reads one reference or the newest page from PostgreSQL', async () => {
    const oneRow = { field: 'merch_ref', filter: { operation: 'EQUALS', value: ['TXN-10000000001'] } };
    expect(await choicesOf(() => searchByAmount({ fields: [...byAmount, oneRow] }))).toEqual([
      'postgres cheaper',
    ]);
    expect(await choicesOf(() => searchByAmount({ fields: [{ field: 'txn_id' }] }))).toEqual([
      'postgres cheaper',
    ]);
  });

  test('reads REAL-TIME from PostgreSQL only', async () => {
    expect(await choicesOf(() => searchByAmount({ dataSource: 'REAL-TIME' }))).toEqual([
      'postgres real-time',
    ]);
  });

  test('returns no row of an organisation out of scope', async () => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    const books = { txnId: 10_900_000_001, merchantId: 1112, installationId: 5_300_003, minor: 999_999 };
    await insertTransaction(app.owner, books);
    await replicate();
    const body = { startFrom: 1, limit: 5, dataSource: 'REPORT', fields: byAmount };
    const response = await coffee('POST', search, body);
    expect(response.body.resultsAvailable).toBe(rowCount + 1);
    expect(response.body.data.flat()).not.toContain('10900000001');
    expect((await coffee('POST', search, { ...body, orgIds: [1112] })).status).toBe(403);
    expect((await searchByAmount()).data[0]).toEqual(['10900000001', '9999.99']);
  });

  test("returns the store's moment, the snapshot of later pages", async () => {
    const firstPage = await searchByAmount({}, statements);
    const replicatedAt = app.clock.now();
    expect(firstPage.snapshotTime).toBe(replicatedAt.toISOString());
    app.clock.advance(2000);
    await insertTransaction(app.owner, { txnId: 10_900_000_002, at: app.clock.now(), minor: 888_888 });
    const repeated = await searchByAmount({}, statements);
    expect(repeated.snapshotTime).toBe(replicatedAt.toISOString());
    expect(repeated).toEqual(firstPage);
    // The warehouse has not reached this moment, so PostgreSQL answers.
    const snapshotField = {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: [app.clock.now().toISOString()] },
    };
    const fields = [...byAmount, snapshotField];
    expect(await choicesOf(() => searchByAmount({ startFrom: 51, fields }, statements))).toEqual([
      'postgres behind',
    ]);
    await replicate();
    expect(await choicesOf(() => searchByAmount({ startFrom: 51, fields }, statements))).toEqual([
      'warehouse cheaper',
    ]);
    expect((await searchByAmount({}, statements)).resultsAvailable).toBe(firstPage.resultsAvailable + 1);
  });

  test('pages a snapshot without gaps while rows are replicated', async () => {
    const ids: string[] = [];
    const firstPage = await searchByAmount({ limit: 500 }, statements);
    const snapshotField = {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: [firstPage.snapshotTime] },
    };
    for (let from = 1; from <= 2001; from += 500) {
      const page = await searchByAmount(
        { startFrom: from, limit: 500, fields: [...byAmount, snapshotField] },
        statements,
      );
      expect(page.resultsAvailable).toBe(firstPage.resultsAvailable);
      ids.push(...page.data.map(([id]: [string]) => id));
      app.clock.advance(1000);
      await insertTransaction(app.owner, {
        txnId: 10_910_000_000 + from,
        at: app.clock.now(),
        minor: 500_000 + from,
      });
      if (from % 1000 === 1) await replicate();
    }
    expect(new Set(ids).size).toBe(2500);
    const exportedIds: string[] = [];
    for (let from = 1; from <= 2001; from += 500) {
      const page = await searchByAmount({
        startFrom: from,
        limit: 500,
        dataSource: 'REAL-TIME',
        fields: [...byAmount, snapshotField],
      });
      exportedIds.push(...page.data.map(([id]: [string]) => id));
    }
    expect(ids).toEqual(exportedIds);
  });

  test('reads from PostgreSQL while the warehouse is behind', async () => {
    app.clock.advance(app.services.config.warehouseLagMs + 1000);
    expect(await choicesOf(() => searchByAmount())).toEqual(['postgres behind']);
    await replicate();
    expect(await choicesOf(() => searchByAmount())).toEqual(['warehouse cheaper']);
  });

  test('cancels the warehouse query when the client disconnects', async () => {
    const aborted = Promise.withResolvers<AbortSignal>();
    const started = Promise.withResolvers<void>();
    warehouseServer.breakable.queried = {
      ...warehouseServer.warehouse,
      rows: (_select, options) => {
        options?.signal?.addEventListener('abort', () => aborted.resolve(options.signal as AbortSignal));
        started.resolve();
        return new Promise((_resolve, reject) =>
          options?.signal?.addEventListener('abort', () => reject(new Error('gone'))),
        );
      },
    };
    const address = await app.portal.listen({ port: 0, host: '127.0.0.1' });
    const cookies = await signedInCookies();
    const reader = new AbortController();
    const response = fetch(`${address}${search}`, {
      method: 'POST',
      signal: reader.signal,
      headers: { 'content-type': 'application/json', ...cookies },
      body: JSON.stringify({ startFrom: 1, limit: 50, dataSource: 'REPORT', fields: byAmount }),
    }).catch(() => 'gone');
    await started.promise;
    reader.abort();
    expect((await aborted.promise).aborted).toBe(true);
    expect(await response).toBe('gone');
    warehouseServer.breakable.queried = warehouseServer.warehouse;
  });

  test('cancels the PostgreSQL query too', async () => {
    const address = app.portal.listeningOrigin;
    const cookies = await signedInCookies();
    const reader = new AbortController();
    // Another transaction locks the table, so the query waits.
    const releaseLock = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = app.owner.begin(async (sql) => {
      await sql.unsafe('lock table txn in access exclusive mode');
      locked.resolve();
      await releaseLock.promise;
    });
    await locked.promise;
    const countWaiting = async () =>
      (
        await app.owner`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      ).length;
    const response = fetch(`${address}${search}`, {
      method: 'POST',
      signal: reader.signal,
      headers: { 'content-type': 'application/json', ...cookies },
      body: JSON.stringify({ startFrom: 1, limit: 50, dataSource: 'REAL-TIME', fields: byAmount }),
    }).catch(() => 'gone');
    try {
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1);
      reader.abort();
      expect(await response).toBe('gone');
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(0);
    } finally {
      releaseLock.resolve();
      await lock;
    }
  });

  // Last, because the warehouse is skipped for seconds afterwards.
  test('reads from PostgreSQL when the warehouse fails', async () => {
    warehouseServer.breakable.queried = {
      ...warehouseServer.warehouse,
      rows: async () => Promise.reject(new Error('ECONNREFUSED')),
    };
    let body: unknown;
    expect(await choicesOf(async () => (body = await searchByAmount()))).toEqual([
      'warehouse cheaper',
      'postgres failed',
    ]);
    expect(body).toEqual(await searchByAmount({ dataSource: 'REAL-TIME' }));
    expect(await choicesOf(() => searchByAmount())).toEqual(['postgres down']);
    warehouseServer.breakable.queried = warehouseServer.warehouse;
  });

  async function signedInCookies(): Promise<Record<string, string>> {
    const { cookies } = await signedIn(app, 'admin@harbour.example');
    return {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    };
  }
});
