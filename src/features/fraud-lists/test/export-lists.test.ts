import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { insertList, insertValues, standardList } from './list-fixtures.ts';

let app: TestApp;
let admin: Send;
let listId: number;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  listId = await insertList(app, { name: 'Verdächtig / 2026', dataField: 'custom_string_1' });
  await insertValues(app, listId, [
    '=1+1',
    { value: '<b>"&', expiryDate: '2026-12-31' },
    '+44 20 7946 0000',
    '_x0041_',
  ]);
});
afterAll(() => app.stop());

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

test('exportListItems writes XLS that another library reads', async () => {
  const { body } = await items('XLS');
  const book = XLSX.read(String(body), { type: 'string' });
  const rows: string[][] = XLSX.utils.sheet_to_json(book.Sheets.List as XLSX.Sheet, { header: 1 });
  expect(rows.map(([value]) => value)).toEqual(['=1+1', '<b>"&', '+44 20 7946 0000', '_x0041_']);
});

test('exportListItems shows the masked number of a card and never its id', async () => {
  const cards = await standardList(app, 'NEGATIVE', 'cardCorrelationId');
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
  const other = await actAs(app, 'admin@meridian.example');
  const meridian = await standardList(app, 'NEGATIVE', 'customerEmail', 1200);
  expect(await other('GET', `/proxy/sync/rms/list/audit/${meridian}/export/1200?format=CSV`)).toMatchObject({
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
