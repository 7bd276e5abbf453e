import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type TestWarehouse,
  recordChoices as choices,
  describeWarehouse,
  startWarehouse,
} from '#testing/start-warehouse.ts';
import { WarehouseTimeout } from '#warehouse/warehouse.ts';
import type { SearchRequest } from '#features/reporting/search-schema.ts';
import { exportFormats } from '../endpoints.ts';
import type { FileShape } from '../server/lines/file-shape.ts';
import { openRows } from '../server/rows/open-rows.ts';
import { WarehouseReplication } from '#features/reporting/server/replication/replicate-to-warehouse.ts';
import { buildReportQuery } from '#features/reporting/server/build-report-query.ts';
import { transactionFields } from '#features/reporting/fields/transaction-fields.ts';
import { cellsOf, exportOf, signInBrowser } from './export-form.ts';
import { replicateAll } from '#features/reporting/test/replicate-all.ts';
import { insertGenerated, nameCustomFields } from '#features/reporting/test/generated-rows.ts';

const rows = 400;
const tenantIds = [1100, 1200];
const clocks = ['AUTHENTICATION_TIME', 'PREVIOUS_AUTHENTICATION_TIME'];
const customs = ['string', 'long_string', 'int', 'decimal', 'float', 'date'].map(
  (type) => `custom_${type}_1`,
);
const names = [...transactionFields.map(({ field }) => field), ...customs];

describeWarehouse('a file of a report', () => {
  let app: TestApp;
  let warehouseServer: TestWarehouse;

  const now = new Date(Date.UTC(2026, 10, 21));
  const replicate = () =>
    replicateAll(app.services.clock, new WarehouseReplication(app.services, warehouseServer.warehouse));
  beforeAll(async () => {
    warehouseServer = await startWarehouse();
    app = await startApp({ services: { warehouse: warehouseServer.breakable } });
    await nameCustomFields(app.owner);
    await insertGenerated(app.owner, rows, 10_000_000_001);
    // Longer than a spreadsheet cell, with characters that a cut in the middle would break.
    await app.owner`update txn set description = repeat('😀<', 20000) where txn_id = 10000000001`;
    const { services } = app;
    services.clock = { now: () => now };
    await replicate();
  }, 120_000);
  afterAll(() => Promise.all([app?.stop(), warehouseServer?.stop()]));

  /** The store and reason of each choice. */
  const readChoices = (work: () => Promise<unknown>) => choices(app.services.state.reportResponses, work);
  const readLines = (
    source: SearchRequest['dataSource'],
    fields: readonly string[],
    shape: Pick<FileShape, 'format' | 'timezone'>,
    sort: { field: string; sort: 'ASC' | 'DESC' },
  ): Promise<string> =>
    inTenant(app.services.database, tenantIds, async (sql) => {
      const request: SearchRequest = {
        startFrom: 1,
        limit: 50_000,
        fields: [...fields.map((field) => ({ field })), { ...sort, display: false }],
      };
      const query = buildReportQuery(request, { tenantIds, merchants: undefined });
      const caller = { sql, services: app.services, request: { signal: new AbortController().signal } };
      const from = await openRows(caller, query, { ...shape, fields }, source);
      const chunks: Uint8Array[] = [];
      for (let rows = await from.read(); rows; rows = await from.read()) chunks.push(rows.bytes);
      await from.ended;
      return Buffer.concat(chunks).toString();
    });

  const zones = ['Pacific/Auckland', 'Asia/Kolkata', 'America/Los_Angeles', 'UTC'];
  const shapes = exportFormats.flatMap((format) => zones.map((timezone) => ({ format, timezone })));
  test.each(shapes)('has the same bytes from both stores: $format, $timezone', async (shape) => {
    const fields = names.filter((field) => !clocks.includes(field));
    const field = shape.timezone === 'UTC' ? 'merch_ref' : 'txn_datetime';
    const fromPostgres = await readLines('REAL-TIME', fields, shape, { field, sort: 'DESC' });
    let fromWarehouse = '';
    expect(
      await readChoices(async () => {
        fromWarehouse = await readLines('REPORT', fields, shape, { field, sort: 'DESC' });
      }),
    ).toEqual(['warehouse file']);
    // Row by row, so that a failure shows the differing row.
    expect(fromWarehouse.split('\n')).toEqual(fromPostgres.split('\n'));
    expect(fromPostgres.length).toBeGreaterThan(rows * 200);
  });

  test('has the same bytes for one column with an end marker', async () => {
    const shape = { format: 'CSV', timezone: 'UTC' } as const;
    const fromPostgres = await readLines('REAL-TIME', ['merch_ref'], shape, { field: 'txn_id', sort: 'ASC' });
    expect(fromPostgres).toContain(String.raw`"\."`);
    expect(await readLines('REPORT', ['merch_ref'], shape, { field: 'txn_id', sort: 'ASC' })).toBe(
      fromPostgres,
    );
  });

  test("has the same times, also outside the warehouse's range", async () => {
    const sort = { field: 'txn_id', sort: 'ASC' } as const;
    const setTime = (time: string) =>
      app.owner`
        update txn set detail = jsonb_build_object('strongCustomerAuthentication',
            jsonb_build_object('authenticationInfo', jsonb_build_object('time', ${time}::text))),
          version = version + 1, changed_in = pg_current_xact_id()::text::bigint
        where detail #>> '{strongCustomerAuthentication,authenticationInfo,time}' is not null`;
    for (const [time, ...stores] of [
      ['2026-03-29T01:00:00.999999Z', 'warehouse file'],
      ['2099-12-31T23:59:59Z', 'warehouse file'],
      ['0099-12-31T23:59:59Z', 'warehouse file', 'postgres other-fields'],
    ] as const) {
      await setTime(time);
      await replicate();
      for (const format of exportFormats) {
        const shape = { format, timezone: 'Europe/London' };
        const fromPostgres = await readLines('REAL-TIME', ['txn_id', ...clocks], shape, sort);
        let fromWarehouse = '';
        const by = await readChoices(async () => {
          fromWarehouse = await readLines('REPORT', ['txn_id', ...clocks], shape, sort);
        });
        expect(by).toEqual(stores);
        expect(fromWarehouse).toBe(fromPostgres);
      }
    }
  });

  test("streams the visible organisations' rows from the warehouse", async () => {
    const coffee = await signInBrowser(app, 'coffee@harbour.example');
    const filterInput = exportOf(['txn_id', 'merch_ref', 'requested_amount', 'ccy_code']);
    const file = (dataSource: string) => coffee.post({ ...filterInput, dataSource });
    let report: Awaited<ReturnType<typeof file>> | undefined;
    expect(
      await readChoices(async () => {
        report = await file('REPORT');
      }),
    ).toEqual(['warehouse file']);
    const realTime = await file('REAL-TIME');
    expect(report).toMatchObject({ status: 200, cookie: 'success' });
    expect(report?.bytes.equals(realTime.bytes)).toBe(true);
    const [otherMerchants] = await app.owner`select count(*) as number from txn where merchant_id <> 1111`;
    expect(otherMerchants?.number).toBeGreaterThan(0);
    expect(cellsOf(realTime.text)).toHaveLength(1 + rows - Number(otherMerchants?.number));
    expect(await coffee.post({ ...filterInput, dataSource: 'REPORT', orgIds: [1112] })).toMatchObject({
      status: 403,
    });
    const [end] = await app.owner`
      select outcome, detail from audit_event where act = 'exportTransactionsEnd' order by seq desc limit 1`;
    expect(end).toEqual({ outcome: 'allowed', detail: { rows: rows - Number(otherMerchants?.number) } });
  });

  test('is cut off after a failure, not completed by the other store', async () => {
    const admin = await signInBrowser(app, 'admin@harbour.example');
    warehouseServer.breakable.queried = {
      ...warehouseServer.warehouse,
      async *lines() {
        yield Buffer.from('1\n');
        throw new Error('the warehouse is gone');
      },
    };
    await expect(admin.post(exportOf(['txn_id'], { dataSource: 'REPORT' }))).rejects.toThrow();
    warehouseServer.breakable.queried = warehouseServer.warehouse;
    const [end] = await app.owner`
      select outcome, detail from audit_event where act = 'exportTransactionsEnd' order by seq desc limit 1`;
    expect(end).toEqual({ outcome: 'failed: CUT_OFF', detail: { rows: 1 } });
  });

  test('is cancelled in the warehouse when the client disconnects', async () => {
    const stopped = Promise.withResolvers<void>();
    let hasEnded = false;
    warehouseServer.breakable.queried = {
      ...warehouseServer.warehouse,
      async *lines(_select, options) {
        try {
          yield Buffer.from('1\n');
          await new Promise((_resolve, reject) =>
            options?.signal?.addEventListener('abort', () => reject(new Error('stopped'))),
          );
        } finally {
          hasEnded = true;
          stopped.resolve();
        }
      },
    };
    const address = await app.portal.listen({ port: 0, host: '127.0.0.1' });
    const admin = await signInBrowser(app, 'admin@harbour.example');
    const reader = new AbortController();
    const response = await fetch(`${address}/proxy/export/tqs/reporting/internal/search`, {
      method: 'POST',
      signal: reader.signal,
      headers: { cookie: admin.cookie(), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        requestData: JSON.stringify(exportOf(['txn_id'], { dataSource: 'REPORT' })),
        _csrf: admin.token(),
        downloadId: 'download-1',
      }),
    });
    expect(response.status).toBe(200);
    expect(hasEnded).toBe(false);
    reader.abort();
    await stopped.promise;
    expect(hasEnded).toBe(true);
    warehouseServer.breakable.queried = warehouseServer.warehouse;
    // The slot is free again.
    for (let time = 0; time < 3; time += 1) {
      expect((await admin.post(exportOf(['txn_id'], { dataSource: 'REPORT' }))).status).toBe(200);
    }
  });

  // Last, because the warehouse is skipped for seconds afterwards.
  test('falls back to PostgreSQL before the first row, not after a timeout', async () => {
    const admin = await signInBrowser(app, 'admin@harbour.example');
    const filterInput = exportOf(['txn_id', 'merch_ref']);
    const failing = (error: Error) => ({
      ...warehouseServer.warehouse,
      // oxlint-disable-next-line require-yield
      async *lines(): AsyncGenerator<Uint8Array> {
        throw error;
      },
    });
    warehouseServer.breakable.queried = failing(new WarehouseTimeout());
    await expect(admin.post({ ...filterInput, dataSource: 'REPORT' })).rejects.toThrow();
    warehouseServer.breakable.queried = failing(new Error('ECONNREFUSED'));
    const fromPostgres = await admin.post({ ...filterInput, dataSource: 'REAL-TIME' });
    let fromWarehouse: typeof fromPostgres | undefined;
    expect(
      await readChoices(async () => {
        fromWarehouse = await admin.post({ ...filterInput, dataSource: 'REPORT' });
      }),
    ).toEqual(['warehouse file', 'postgres failed']);
    expect(fromWarehouse?.bytes.equals(fromPostgres.bytes)).toBe(true);
    expect(await readChoices(() => admin.post({ ...filterInput, dataSource: 'REPORT' }))).toEqual([
      'postgres down',
    ]);
    warehouseServer.breakable.queried = warehouseServer.warehouse;
  });
});
