import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { SearchRequest } from '#features/reporting/search-schema.ts';
import { exportFormats } from '../endpoints.ts';
import { columnFilterFields } from '#features/reporting/filters/column-filter.ts';
import { buildGridExport } from '../export-request.ts';
import { buildStatementRequest } from '#features/transactions/statements/statement-request.ts';
import { defaultColumns } from '#features/reporting/fields/transaction-fields.ts';
import { cellsOf, formPoster } from './export-form.ts';

let app: TestApp;
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
  app = await startApp();
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
afterAll(() => app.stop());

/** A page of the statement with column filters, as the screen requests it. */
function gridRequest(): SearchRequest {
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
  const admin = await formPoster(app, 'admin@harbour.example');
  const grid = await admin.send('POST', '/proxy/async/tqs/reporting/internal/search', gridRequest());
  expect(grid.status, JSON.stringify(grid.body)).toBe(200);
  expect(grid.body.resultsAvailable).toBe(references.length + 3);
  const response = await admin.post(buildGridExport(gridRequest(), { from: first, to: last }, zone, format));
  expect(response).toMatchObject({ status: 200, cookie: 'success' });
  const [heading, ...rows] = format === 'CSV' ? cellsOf(response.text) : sheetOf(response.bytes);
  expect(heading).toEqual(grid.body.fieldNames);
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const shown = (grid.body.data as (string | null)[][]).map((row) =>
    row.map((cell, at) => {
      if (defaultColumns[at] === 'txn_datetime')
        return time.format(new Date(String(cell))).replace(', ', ' ');
      const isRun = format === 'CSV' && defaultColumns[at] === 'merch_ref' && /^[=+＝-]/.test(String(cell));
      return `${isRun ? "'" : ''}${cell ?? ''}`;
    }),
  );
  expect(rows).toEqual(shown);
});

function sheetOf(bytes: Buffer): string[][] {
  const book = read(bytes, { cellNF: true });
  return utils.sheet_to_json<string[]>(book.Sheets.Transactions ?? {}, {
    header: 1,
    raw: false,
    defval: '',
  });
}
