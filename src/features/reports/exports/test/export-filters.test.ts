import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { buildStatementRequest } from '#features/reports/transactions/statements/statement-request.ts';
import { defaultColumns } from '#features/record/reporting/fields/transaction-fields.ts';
import { exportFormats } from '#shared/export-formats.ts';
import { buildGridExport } from '../export-request.ts';
import { cellsOf, signInBrowser, exportOf, exportUrl } from './export-form.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('the filters of an export', () => {
  const zone = 'Pacific/Auckland';
  /** The 25-hour day in Auckland on which summer time ends. */
  const day = '2026-04-05';
  const [first, last] = [new Date('2026-04-04T11:00:00.000Z'), new Date('2026-04-05T11:59:59.999Z')];
  const references = [
    '=1+1',
    '-5.00',
    '+441632960961',
    'a "b"\nc',
    '🧾',
    '12345678901234567890123456789012',
    '＝1+1',
  ];
  beforeAll(async () => {
    let txnId = 60_000_000_000;
    const add = (more: object) => insertTransaction(app.owner, { txnId: (txnId += 1), at: first, ...more });
    for (const merchRef of references) await add({ merchRef, minor: 500, type: 'REFUND' });
    await add({ minor: 5, currency: 'JPY', digits: 0, at: last });
    await add({ minor: 5000, currency: 'KWD', digits: 3, at: last });
    await add({ minor: 500, currency: 'CHF', at: last });
    // Of another day or amount.
    await add({ minor: 500, at: new Date(first.getTime() - 1) });
    await add({ minor: 500, at: new Date(last.getTime() + 1) });
    await add({ minor: 501 });
  });

  /** A page of the statement with column filters, as the screen requests it. */
  function buildGridRequest(): SearchRequest {
    const columns = [...defaultColumns];
    const page = buildStatementRequest(params, {
      columns,
      sort: { field: 'txn_id', direction: 'ASC' },
      isWarehouse: true,
      timeZone: zone,
      merchants: [],
      orgId: 1100,
      snapshot: undefined,
    });
    const filters = { requested_amount: '5', txn_datetime: day };
    return { ...page, fields: [...page.fields, ...columnFilterFields(filters, columns, zone)] };
  }
  const params = { offset: 0, pageSize: 100, date: '2026-04-01,2026-04-30' };

  test.each(exportFormats)("writes the grid's filtered rows into a %s file", async (format) => {
    const admin = await signInBrowser(app, 'admin@harbour.example');
    const grid = await admin.send('POST', '/proxy/async/tqs/reporting/internal/search', buildGridRequest());
    expect(grid.status, JSON.stringify(grid.body)).toBe(200);
    expect(grid.body.resultsAvailable).toBe(references.length + 3);
    const response = await admin.post(
      buildGridExport(buildGridRequest(), { from: first, to: last }, zone, format),
    );
    expect(response).toMatchObject({ status: 200, cookie: 'success' });
    const [heading, ...rows] = format === 'CSV' ? cellsOf(response.text) : readSheet(response.bytes);
    // A time names the zone of the file.
    expect(heading).toEqual(
      grid.body.fieldNames.map((name: string) => (name === 'txn_datetime' ? `${name} (${zone})` : name)),
    );
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const gridRows = (grid.body.data as (string | null)[][]).map((row) =>
      row.map((cell, at) => {
        if (defaultColumns[at] === 'txn_datetime')
          return time.format(new Date(String(cell))).replace(', ', ' ');
        const isRun = format === 'CSV' && defaultColumns[at] === 'merch_ref' && /^[=+＝-]/.test(String(cell));
        return `${isRun ? "'" : ''}${cell ?? ''}`;
      }),
    );
    expect(rows).toEqual(gridRows);
  });

  function readSheet(bytes: Buffer): string[][] {
    const workbook = read(bytes, { cellNF: true });
    return utils.sheet_to_json<string[]>(workbook.Sheets.Transactions ?? {}, {
      header: 1,
      raw: false,
      defval: '',
    });
  }
});

describe('exportSameCard', () => {
  const cardExport = (id: number) => ({ url: `${exportUrl}/${id}/card` });
  beforeAll(async () => {
    for (const txnId of [40_000_000_001, 40_000_000_002, 40_000_000_003]) {
      await insertTransaction(app.owner, { txnId });
    }
    await insertTransaction(app.owner, {
      txnId: 40_000_000_004,
      companyId: 1200,
      merchantId: 1211,
      installationId: 5300006,
    });
    await app.owner`update txn set card_correlation_id = 'card-a' where txn_id in (40000000001, 40000000002, 40000000004)`;
    await app.owner`update txn set card_correlation_id = 'card-b' where txn_id = 40000000003`;
  });

  test("exports the card's visible transactions only", async () => {
    const analyst = await signInBrowser(app, 'analyst@harbour.example');
    const response = await analyst.post(exportOf(['txn_id']), cardExport(40_000_000_001));
    expect(response).toMatchObject({ status: 200, cookie: 'success' });
    expect(cellsOf(response.text).slice(1).flat().sort()).toEqual(['40000000001', '40000000002']);
    const [line] = await app.owner`
      select object_kind as kind, object_id as id, outcome from audit_event where act = 'exportSameCard'`;
    expect(line).toEqual({ kind: 'transaction', id: '40000000001', outcome: 'allowed' });
  });

  test("rejects another company's transaction and a cashier", async () => {
    const analyst = await signInBrowser(app, 'analyst@harbour.example');
    expect(await analyst.post(exportOf(['txn_id']), cardExport(40_000_000_004))).toMatchObject({
      status: 404,
      cookie: '404',
    });
    const cashier = await signInBrowser(app, 'coffee@harbour.example');
    expect(await cashier.post(exportOf(['txn_id']), cardExport(40_000_000_001))).toMatchObject({
      status: 403,
      cookie: '403',
    });
  });
});
