import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { writeXlsxFile } from '#server/file/xlsx-file.ts';
import type { Rows } from '#server/file/row-source.ts';
import { cellsOf, exportOf, signInBrowser } from './export-form.ts';

type Browser = Awaited<ReturnType<typeof signInBrowser>>;

let app: TestApp;
let admin: Browser;
const id = 30_000_000_001;
const columns = [
  'txn_datetime',
  'txn_id',
  'merch_ref',
  'requested_amount',
  'fg_score',
  'txn_date',
  'txn_time',
];

beforeAll(async () => {
  app = await startApp();
  await insertTransaction(app.owner, {
    txnId: id,
    at: new Date('2026-03-29T01:00:00.500Z'),
    type: 'REFUND',
    minor: 500,
  });
  await app.owner`update txn set fg_score = 87 where txn_id = ${id}`;
  admin = await signInBrowser(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const hostile = [
  '=1+1',
  '＝1+1',
  '＋44',
  '－5',
  '＠x',
  'ａ',
  '-5.00',
  '+441632960961',
  '@SUM(A1)',
  '\tx',
  '\rx',
  "'quoted'",
  '"',
  '""',
  'a,b',
  'line\nend',
  'line\r\nend',
  '🧾 café',
  '12345678901234567890123456789012',
  '\\.',
  '\\',
  "'; drop table txn; --",
  '<b>&amp;</b>]]>',
  '_x0041_ and _x005F_',
  ' spaces ',
  '\u0001\u001Fcontrol',
  '$1',
];
const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
);

/** The reference of the one transaction, in each kind of file. */
async function exportFile(outputFormat: string, reference: string) {
  await app.owner`update txn set merch_ref = ${reference} where txn_id = ${id}`;
  const response = await admin.post(exportOf(columns, { outputFormat, timezone: 'Asia/Kolkata' }));
  expect(response.status).toBe(200);
  return response;
}

test('keeps a CSV cell, with one quote before a formula', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [, row] = cellsOf((await exportFile('CSV', text)).text);
      expect(row?.[2]).toBe(/^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text);
      expect(row?.[3]).toBe('-5.00');
    }),
    { numRuns: 60, examples: hostile.map((text) => [text]) },
  );
});

describe.each(['XLSX', 'XLS'])('%s, opened by another program', (format) => {
  test('keeps text, numbers and times as such and escapes formulas', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const workbook = read((await exportFile(format, text)).bytes, { cellNF: true, cellFormula: true });
        const sheet = workbook.Sheets.Transactions ?? {};
        expect(utils.sheet_to_json(sheet, { header: 1 })[0]).toEqual(
          columns.map((name) =>
            /^txn_(?:date|time|datetime)$/.test(name) ? `${name} (Asia/Kolkata)` : name,
          ),
        );
        // oxlint-disable-next-line no-control-regex
        const clean = text.replaceAll(/[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
        const normaliseLineEnds = (one: unknown) => String(one ?? '').replaceAll(/\r\n?/g, '\n');
        expect(normaliseLineEnds(sheet.C2?.v)).toBe(normaliseLineEnds(clean));
        expect(sheet.C2?.f).toBeUndefined();
        expect(sheet.B2).toMatchObject({ t: 's', v: String(id) });
        expect(sheet.D2).toMatchObject({ t: 'n', v: -5, w: '-5.00' });
        expect(sheet.E2).toMatchObject({ t: 'n', v: 87 });
      }),
      { numRuns: 30, examples: hostile.map((text) => [text]) },
    );
  });

  test('is an XLSX by bytes, name and content type', async () => {
    const { bytes, headers } = await exportFile(format, 'x');
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
    expect(headers['content-disposition']).toMatch(/filename="[\w]+\.xlsx"$/);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  });

  test('leaves a cell empty that is no number', async () => {
    const setAmount = (amount: string) => app.owner`
      update txn set detail = jsonb_build_object('strongCustomerAuthentication', jsonb_build_object('merchantRisk',
        jsonb_build_object('giftCardPurchase', jsonb_build_object('amount', ${amount}::text))))
      where txn_id = ${id}`;
    for (const [amount, cell] of [
      ['NaN', undefined],
      ['Infinity', undefined],
      ['20.50', 20.5],
    ] as const) {
      await setAmount(amount);
      const { bytes } = await admin.post(exportOf(['GIFTCARD_PURCHASE_AMOUNT'], { outputFormat: format }));
      expect(bytes.includes('NaN')).toBe(false);
      expect(read(bytes).Sheets.Transactions?.A2?.v).toBe(cell);
    }
    await app.owner`update txn set detail = null where txn_id = ${id}`;
  });

  test('shows times as in the grid', async () => {
    const workbook = read((await exportFile(format, 'x')).bytes, { cellNF: true });
    const sheet = workbook.Sheets.Transactions ?? {};
    const texts = ['A2', 'F2', 'G2'].map((address) => sheet[address]?.w);
    expect(texts).toEqual(['29/03/2026 06:30:00', '29/03/2026', '06:30:00']);
  });

  test('starts a sheet with a heading when one is full', async () => {
    const row = '<row><c><v>1</v></c></row>\n';
    for (const [rows, sheets] of [
      [0, [1]],
      [3, [4]],
      [4, [4, 2]],
      [7, [4, 4, 2]],
    ] as const) {
      const tally = { rows: 0 };
      const chunks: (string | Uint8Array)[] = [];
      for await (const chunk of writeXlsxFile(['n'], splitIntoChunks(row, rows), tally, { rowsOfSheet: 4 }))
        chunks.push(chunk);
      const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string)));
      const workbook = read(bytes);
      expect(
        Object.values(workbook.Sheets).map((sheet) => utils.sheet_to_json(sheet, { header: 1 }).length),
      ).toEqual(sheets);
      expect(tally.rows).toBe(rows);
    }
  });
});

/** Whole rows, two per chunk. */
async function* splitIntoChunks(row: string, rows: number): AsyncGenerator<Rows> {
  for (let at = 0; at < rows; at += 2) {
    const count = Math.min(2, rows - at);
    yield { bytes: Buffer.from(row.repeat(count)), count };
  }
}

test('treats values of a filter as values', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await app.owner`update txn set merch_ref = ${text} where txn_id = ${id}`;
      const filterInput = exportOf(['txn_id']);
      for (const filter of [
        { operation: 'EQUALS', value: [text] },
        { operation: 'IN', value: [text, 'another'] },
      ]) {
        const response = await admin.post({
          ...filterInput,
          fields: [...filterInput.fields, { field: 'merch_ref', display: false, filter }],
        });
        expect(response.status).toBe(200);
        expect(cellsOf(response.text)).toEqual([['txn_id'], [String(id)]]);
      }
      const otherFilter = { operation: 'EQUALS', value: [`${text}x`] };
      const response = await admin.post({
        ...filterInput,
        fields: [...filterInput.fields, { field: 'merch_ref', display: false, filter: otherFilter }],
      });
      expect(cellsOf(response.text)).toEqual([['txn_id']]);
    }),
    { numRuns: 40, examples: hostile.map((text) => [text]) },
  );
});

test('exports every reported column in every format', async () => {
  const metadata = await admin.send('GET', '/proxy/sync/tqs/reporting/internal/metadata');
  const every = (metadata.body.fields as { field: string }[]).map(({ field }) => field);
  expect(every.length).toBeGreaterThan(90);
  const exported = (outputFormat: string) => admin.post(exportOf(every, { outputFormat }));
  const at = every.indexOf('txn_id');
  const first = await exported('CSV');
  expect(first.status, first.text).toBe(200);
  const csv = cellsOf(first.text);
  const names = (line: string[] | undefined) => line?.map((heading) => heading.replace(' (UTC)', ''));
  expect(names(csv[0])).toEqual(every);
  // Dates and times without a zone of their own have none.
  const zoned = csv[0]?.filter((heading) => heading.endsWith(' (UTC)'));
  expect(zoned).toEqual(expect.arrayContaining(['txn_datetime (UTC)', 'txn_date (UTC)', 'txn_time (UTC)']));
  expect(zoned).not.toContain('EXPIRY (UTC)');
  expect(csv.map((line) => line.length)).toEqual([every.length, every.length]);
  expect(csv[1]?.[at]).toBe(String(id));
  for (const outputFormat of ['XLSX', 'XLS']) {
    const response = await exported(outputFormat);
    expect(response.status, outputFormat).toBe(200);
    const workbook = read(response.bytes);
    const lines = utils.sheet_to_json<string[]>(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
      raw: false,
    });
    expect(names(lines[0]), outputFormat).toEqual(every);
    expect(lines[1]?.[at], outputFormat).toBe(String(id));
  }
});
