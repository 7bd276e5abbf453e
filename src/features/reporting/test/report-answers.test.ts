import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildTotals } from '#features/payments/server/db/totals.ts';
import { type Send, actAs, signedIn } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type TestWarehouse,
  choicesOf as choices,
  describeWarehouse,
  startWarehouse,
} from '#testing/start-warehouse.ts';
import { WarehouseReplication } from '../server/replication/replicate-to-warehouse.ts';
import { replicateAll } from './replicate-all.ts';

const many = 40_000;
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
      from txn, generate_series(1, ${many}) as n`);
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
    await replication.step();
  };
  // With the currency, which no index has, the query is the warehouse's.
  const byAmount = [
    { field: 'txn_id' },
    { field: 'requested_amount', sort: 'DESC', sortOrder: 1 },
    { field: 'ccy_code', sort: 'DESC', sortOrder: 2, display: false },
  ];
  const ctx = async (more: object = {}, url = search) => {
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
  /** Which store answered, and why. */
  const choicesOf = (work: () => Promise<unknown>) => choices(app.services.state.reportResponses, work);

  test('reads many rows in another order from the warehouse', async () => {
    let body: unknown;
    expect(await choicesOf(async () => (body = await ctx({ startFrom: 101 })))).toEqual([
      'warehouse cheaper',
    ]);
    expect(body).toEqual(await ctx({ startFrom: 101, dataSource: 'REAL-TIME' }));
  });

  test('counts them with a further filter', async () => {
    const fields = [
      { field: 'txn_id' },
      { field: 'ccy_code', filter: { operation: 'NOT_EQUALS', value: ['EUR'] } },
    ];
    const count = (dataSource: string) =>
      admin('POST', '/proxy/async/tqs/count', { startFrom: 1, limit: 1, dataSource, fields });
    expect(await choicesOf(() => count('REPORT'))).toEqual(['warehouse cheaper']);
    expect((await count('REPORT')).body).toEqual({ count: many + 1 });
  });

  test('reads one reference or the newest page from PostgreSQL', async () => {
    const one = { field: 'merch_ref', filter: { operation: 'EQUALS', value: ['TXN-10000000001'] } };
    expect(await choicesOf(() => ctx({ fields: [...byAmount, one] }))).toEqual(['postgres cheaper']);
    expect(await choicesOf(() => ctx({ fields: [{ field: 'txn_id' }] }))).toEqual(['postgres cheaper']);
  });

  test('reads REAL-TIME from PostgreSQL only', async () => {
    expect(await choicesOf(() => ctx({ dataSource: 'REAL-TIME' }))).toEqual(['postgres real-time']);
  });

  test('returns no row of an organisation out of scope', async () => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    const books = { txnId: 10_900_000_001, merchantId: 1112, installationId: 5_300_003, minor: 999_999 };
    await insertTransaction(app.owner, books);
    await replicate();
    const body = { startFrom: 1, limit: 5, dataSource: 'REPORT', fields: byAmount };
    const response = await coffee('POST', search, body);
    expect(response.body.resultsAvailable).toBe(many + 1);
    expect(response.body.data.flat()).not.toContain('10900000001');
    expect((await coffee('POST', search, { ...body, orgIds: [1112] })).status).toBe(403);
    expect((await ctx()).data[0]).toEqual(['10900000001', '9999.99']);
  });

  test("returns the store's moment, the snapshot of later pages", async () => {
    const first = await ctx({}, statements);
    const reached = app.clock.now();
    expect(first.snapshotTime).toBe(reached.toISOString());
    app.clock.advance(2000);
    await insertTransaction(app.owner, { txnId: 10_900_000_002, at: app.clock.now(), minor: 888_888 });
    const again = await ctx({}, statements);
    expect(again.snapshotTime).toBe(reached.toISOString());
    expect(again).toEqual(first);
    // The warehouse has not reached this moment, so PostgreSQL answers.
    const until = {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: [app.clock.now().toISOString()] },
    };
    const fields = [...byAmount, until];
    expect(await choicesOf(() => ctx({ startFrom: 51, fields }, statements))).toEqual(['postgres behind']);
    await replicate();
    expect(await choicesOf(() => ctx({ startFrom: 51, fields }, statements))).toEqual(['warehouse cheaper']);
    expect((await ctx({}, statements)).resultsAvailable).toBe(first.resultsAvailable + 1);
  });

  test('pages a snapshot without gaps while rows are replicated', async () => {
    const seen: string[] = [];
    const first = await ctx({ limit: 500 }, statements);
    const until = {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: [first.snapshotTime] },
    };
    for (let from = 1; from <= 2001; from += 500) {
      const page = await ctx({ startFrom: from, limit: 500, fields: [...byAmount, until] }, statements);
      expect(page.resultsAvailable).toBe(first.resultsAvailable);
      seen.push(...page.data.map(([id]: [string]) => id));
      app.clock.advance(1000);
      await insertTransaction(app.owner, {
        txnId: 10_910_000_000 + from,
        at: app.clock.now(),
        minor: 500_000 + from,
      });
      if (from % 1000 === 1) await replicate();
    }
    expect(new Set(seen).size).toBe(2500);
    const whole: string[] = [];
    for (let from = 1; from <= 2001; from += 500) {
      const page = await ctx({
        startFrom: from,
        limit: 500,
        dataSource: 'REAL-TIME',
        fields: [...byAmount, until],
      });
      whole.push(...page.data.map(([id]: [string]) => id));
    }
    expect(seen).toEqual(whole);
  });

  test('reads from PostgreSQL while the warehouse is behind', async () => {
    app.clock.advance(app.services.config.warehouseLagMs + 1000);
    expect(await choicesOf(() => ctx())).toEqual(['postgres behind']);
    await replicate();
    expect(await choicesOf(() => ctx())).toEqual(['warehouse cheaper']);
  });

  test('cancels the warehouse query when the client disconnects', async () => {
    const stopped = Promise.withResolvers<AbortSignal>();
    const begun = Promise.withResolvers<void>();
    warehouseServer.breakable.queried = {
      ...warehouseServer.warehouse,
      rows: (_select, options) => {
        options?.signal?.addEventListener('abort', () => stopped.resolve(options.signal as AbortSignal));
        begun.resolve();
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
    await begun.promise;
    reader.abort();
    expect((await stopped.promise).aborted).toBe(true);
    expect(await response).toBe('gone');
    warehouseServer.breakable.queried = warehouseServer.warehouse;
  });

  test('cancels the PostgreSQL query too', async () => {
    const address = app.portal.listeningOrigin;
    const cookies = await signedInCookies();
    const reader = new AbortController();
    // Another transaction locks the table, so the query waits.
    const free = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const lock = app.owner.begin(async (sql) => {
      await sql.unsafe('lock table txn in access exclusive mode');
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const waiting = async () =>
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
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      reader.abort();
      expect(await response).toBe('gone');
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    } finally {
      free.resolve();
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
    expect(await choicesOf(async () => (body = await ctx()))).toEqual([
      'warehouse cheaper',
      'postgres failed',
    ]);
    expect(body).toEqual(await ctx({ dataSource: 'REAL-TIME' }));
    expect(await choicesOf(() => ctx())).toEqual(['postgres down']);
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
