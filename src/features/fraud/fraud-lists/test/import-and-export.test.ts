import { signInBrowser } from '#features/reports/exports/test/export-form.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import XLSX from '@e965/xlsx';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type ListImport, importList } from '../server/import-list.ts';
import {
  readListHistory,
  insertList,
  insertValues,
  findStandardList,
  readListValues,
} from './list-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('importList', () => {
  let listId: number;
  beforeEach(async () => {
    listId = await insertList(app);
  });

  type Rejected = Parameters<ListImport['onRejected']>[0];

  /** Imports a text in pieces of a few bytes, as a stream may bring it. */
  async function run(text: string | Buffer, id = listId, chunkBytes = 7) {
    const bytes = Buffer.from(text);
    const rejected: Rejected[] = [];
    async function* chunks() {
      for (let index = 0; index < bytes.length; index += chunkBytes)
        yield bytes.subarray(index, index + chunkBytes);
    }
    const counts = await importList(app.services.database, {
      listId: id,
      bytes: chunks(),
      operator: 'Ola Operator',
      now: () => app.clock.now(),
      onRejected: (row) => rejected.push(row),
      onProgress: () => {},
    });
    return { counts, rejected };
  }

  test('imports one value a line', async () => {
    const { counts, rejected } = await run('\uFEFFa@example.com\r\n\r\n"b@example.com"\nc@example.com');
    expect(counts).toEqual({ rows: 3, added: 3, repeated: 0, invalid: 0 });
    expect(rejected).toEqual([]);
    expect(await readListValues(app, listId)).toMatchObject([
      { value: 'a@example.com', source: 'Operator import' },
      { value: 'b@example.com' },
      { value: 'c@example.com' },
    ]);
    expect((await readListHistory(app, listId))[0]).toMatchObject({
      action: 'ADD_ITEM',
      changedBy: 'Ola Operator',
    });
  });

  test('reports repeated and invalid rows with their line', async () => {
    await insertValues(app, listId, ['known@example.com']);
    const { counts, rejected } = await run(
      'KNOWN@example.com\nnew@example.com\nnew@example.com\n4111111111111111\nx,y\n',
    );
    expect(counts).toEqual({ rows: 5, added: 1, repeated: 2, invalid: 2 });
    expect(rejected.toSorted((a, b) => a.line - b.line)).toMatchObject([
      { line: 1, error: 'duplicate' },
      { line: 3, error: 'duplicate' },
      { line: 4, error: 'card_number', value: '411111******1111' },
      { line: 5, error: 'columns' },
    ]);
  });

  test('a repeated import adds nothing', async () => {
    await run('a@example.com\nb@example.com\n');
    expect((await run('a@example.com\nb@example.com\n')).counts).toMatchObject({ added: 0, repeated: 2 });
  });

  test('several batches add all values', async () => {
    const rows = Array.from({ length: 45_000 }, (_, index) => `bulk-${index}@example.com`).join('\n');
    expect((await run(rows, listId, 65_536)).counts).toMatchObject({ rows: 45_000, added: 45_000 });
  });

  test('a line without an end is one invalid row', async () => {
    const { counts, rejected } = await run('x'.repeat(3_000_000), listId, 65_536);
    expect(counts).toMatchObject({ rows: 1, added: 0, invalid: 1 });
    expect(rejected[0]?.value.length).toBeLessThan(300);
  });

  test('the audit names the operator', async () => {
    await run('a@example.com\n');
    const [event] = await app.owner<{ actor: string; after: object }[]>`
      select actor, after from audit_event where act = 'importListItems' and object_id = ${String(listId)}`;
    expect(event).toMatchObject({ actor: 'operator: Ola Operator', after: { added: 1 } });
  });

  test('a missing list and a card list take no file', async () => {
    expect((await run('a@example.com', 999_999)).counts).toBeUndefined();
    const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
    expect((await run('abc', cards)).counts).toBeUndefined();
  });
});

describe('exportListItems', () => {
  let admin: Send;
  let listId: number;
  beforeAll(async () => {
    admin = await actAs(app, 'admin@harbour.example');
    listId = await insertList(app, { name: 'Verdächtig / 2026', dataField: 'custom_string_1' });
    await insertValues(app, listId, [
      '=1+1',
      { value: '<b>"&', expiryDate: '2026-12-31' },
      '+44 20 7946 0000',
      '_x0041_',
    ]);
  });

  async function download(url: string) {
    const cookieless = await admin('GET', url);
    expect(cookieless.status).toBe(200);
    return cookieless;
  }
  const items = (format: string, more = '') =>
    download(`/proxy/sync/rms/list/${listId}/listItems/export/1100?format=${format}${more}`);

  test('exportListItems writes CSV without a heading, formulas escaped', async () => {
    const { body, headers } = await items('CSV', '&timezone=Europe/Berlin');
    expect(headers['content-disposition']).toBe('attachment; filename="Verda_chtig_2026.csv"');
    expect(String(body).replace('\uFEFF', '').split('\r\n')).toEqual([
      "'=1+1,Manual input,20/11/2026 11:00:00,",
      '"<b>""&",Manual input,20/11/2026 11:00:00,31/12/2026',
      "'+44 20 7946 0000,Manual input,20/11/2026 11:00:00,",
      '_x0041_,Manual input,20/11/2026 11:00:00,',
      '',
    ]);
  });

  test.each(['XLSX', 'XLS'])('exportListItems writes %s that another library reads', async (format) => {
    const { cookie } = await signInBrowser(app, 'admin@harbour.example');
    const url = `/proxy/sync/rms/list/${listId}/listItems/export/1100?format=${format}`;
    const { rawPayload, headers } = await app.portal.inject({
      method: 'GET',
      url,
      headers: { cookie: cookie() },
    });
    expect(headers['content-disposition']).toBe('attachment; filename="Verda_chtig_2026.xlsx"');
    const workbook = XLSX.read(rawPayload);
    const rows: string[][] = XLSX.utils.sheet_to_json(workbook.Sheets.List as XLSX.Sheet, { header: 1 });
    expect(rows.map(([value]) => value)).toEqual(['=1+1', '<b>"&', '+44 20 7946 0000', '_x0041_']);
  });

  test('exportListItems shows the masked number of a card and never its id', async () => {
    const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
    const card = {
      maskedPan: '411111******1111',
      cardIssuerName: 'Example Bank',
      cardBrand: 'VISA_DEBIT',
      cardScheme: 'VISA',
      cardUsageType: 'DEBIT',
      cardIssuerCountryCode: 'GBR',
    };
    await insertValues(app, cards, [{ value: 'CorrelationId', card }]);
    const { body } = await download(`/proxy/sync/rms/list/${cards}/listItems/export/1100?format=CSV`);
    expect(body).toContain(
      '411111******1111,Manual input,20/11/2026 10:00:00,,Example Bank,VISA_DEBIT,VISA,DEBIT,GBR',
    );
    expect(body).not.toContain('CorrelationId');
  });

  test('exportListHistory writes the entries of the search', async () => {
    const url = `/proxy/sync/rms/list/audit/${listId}/export/1100?format=CSV&listAuditSearch.value=_x0041_`;
    const { body, headers } = await download(url);
    expect(headers['content-disposition']).toContain('ListHistory_Verda_chtig_2026.csv');
    expect(String(body).replace('\uFEFF', '')).toBe(
      'ADD_ITEM,_x0041_,Manual input,20/11/2026 10:00:00,admin@harbour.example,\r\n',
    );
  });

  test('exportListHistory needs the feature', async () => {
    const otherTenant = await actAs(app, 'admin@meridian.example');
    const meridian = await findStandardList(app, 'NEGATIVE', 'customerEmail', 1200);
    expect(
      await otherTenant('GET', `/proxy/sync/rms/list/audit/${meridian}/export/1200?format=CSV`),
    ).toMatchObject({
      status: 403,
    });
  });

  test('an unknown time zone is rejected', async () => {
    const url = `/proxy/sync/rms/list/${listId}/listItems/export/1100?format=CSV&timezone=Mars`;
    expect((await admin('GET', url)).status).toBe(400);
  });

  test('a user may request 20 files in ten minutes', async () => {
    await app.owner`delete from throttle`;
    for (let file = 0; file < 20; file += 1) await items('CSV');
    const url = `/proxy/sync/rms/list/${listId}/listItems/export/1100?format=CSV`;
    expect((await admin('GET', url)).status).toBe(429);
  });
});
