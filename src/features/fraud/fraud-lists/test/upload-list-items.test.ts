import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postFile } from '#testing/post-file.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { signedIn } from '#testing/act-as.ts';
import { parseListFile } from '../server/list-file.ts';
import { insertList, insertValues, findStandardList, readListValues } from './list-fixtures.ts';

let app: TestApp;
let person: Awaited<ReturnType<typeof signedIn>>;
let emails: number;
beforeAll(async () => {
  app = await startApp();
  person = await signedIn(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  emails = await insertList(app);
  await app.owner`delete from throttle`;
});

const upload = (
  listId: number,
  file: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  url = `/proxy/sync/rms/list/${listId}/listItems/uploadItems/1100`,
) => postFile(app, person, url, file, { fields });

const readValues = async (listId = emails) => (await readListValues(app, listId)).map(({ value }) => value);

test('uploadListItems adds one value a line', async () => {
  const { status, body } = await upload(
    emails,
    '\uFEFFa@example.com\r\n"b@example.com"\n\nc@example.com,,\rd@example.com',
  );
  expect(status).toBe(200);
  expect(body).toEqual({ totalItemsCount: 4, addedItemsCount: 4, errorUiItemsModelList: [] });
  expect(await readValues()).toEqual(['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']);
});

test('reports repeated values of the file and of the list', async () => {
  await insertValues(app, emails, ['a@example.com']);
  const { body } = await upload(emails, 'A@example.com\nb@example.com\nB@EXAMPLE.com\n');
  expect(body).toMatchObject({
    totalItemsCount: 3,
    addedItemsCount: 1,
    errorUiItemsModelList: [
      { line: 1, value: 'A@example.com', responseStatus: 'duplicate_list_item' },
      { line: 3, value: 'B@EXAMPLE.com', responseStatus: 'duplicate_list_item' },
    ],
  });
});

test('a check adds nothing', async () => {
  await insertValues(app, emails, ['a@example.com']);
  const { body } = await upload(emails, 'a@example.com\nb@example.com\nx\n', { check: 'true' });
  expect(body).toMatchObject({ totalItemsCount: 3, addedItemsCount: 1 });
  expect(body.errorUiItemsModelList).toHaveLength(2);
  expect(await readValues()).toEqual(['a@example.com']);
});

test('the values of a file can expire', async () => {
  await upload(emails, 'a@example.com', { expiryDate: '2026-12-31' });
  expect(await readListValues(app, emails)).toMatchObject([
    { expiryDate: '2026-12-31', source: 'File upload' },
  ]);
  expect((await upload(emails, 'b@example.com', { expiryDate: '2026-01-01' })).status).toBe(400);
});

describe('a hostile file', () => {
  const validLine = 'good@example.com';
  const readUploadError = async (line: string | Uint8Array<ArrayBuffer>, listId = emails) => {
    const bytes = new Uint8Array([
      ...Buffer.from(`${validLine}\n`),
      ...(typeof line === 'string' ? Buffer.from(line) : line),
      ...Buffer.from('\nlast@example.com\n'),
    ]);
    const { status, body } = await upload(listId, bytes);
    expect(status).toBe(200);
    // Valid rows are added beside invalid ones.
    expect(body.addedItemsCount).toBe(2);
    return body.errorUiItemsModelList[0];
  };

  test.each([
    ['a formula in a list of emails', '=HYPERLINK("http://x")', 'email'],
    ['a NUL', 'a\0b@example.com', 'nul'],
    ['two columns', 'a@example.com,b@example.com', 'columns'],
    ['repeated headers', 'value,value,value', 'columns'],
    ['an open quote', '"a@example.com', 'quote'],
    ['text behind a quote', '"a@example.com"x', 'quote'],
    ['a whole card number', 'card 4111 1111 1111 1111', 'card_number'],
  ])('%s is reported with its line', async (_title, line, error) => {
    expect(await readUploadError(line)).toMatchObject({
      line: 2,
      responseStatus: 'INVALID_LIST_ITEM_ERROR',
      error,
    });
  });

  test('Latin-1 is reported as unreadable', async () => {
    const row = await readUploadError(new Uint8Array([0x6d, 0xfc, 0x40, 0x78]));
    expect(row).toMatchObject({ line: 2, error: 'encoding' });
  });

  test('a card number is masked in the report', async () => {
    expect((await readUploadError('4111111111111111')).value).toBe('411111******1111');
  });

  test('a formula is stored as text where the field takes any text', async () => {
    const texts = await insertList(app, { dataField: 'custom_string_1' });
    const { body } = await upload(texts, '=1+1\n@SUM(A1)\n');
    expect(body.addedItemsCount).toBe(2);
    expect(await readValues(texts)).toEqual(['=1+1', '@SUM(A1)']);
  });

  test('a single line of 1 MB is one rejected row', async () => {
    const { body } = await upload(emails, 'x'.repeat(1_048_000));
    expect(body).toMatchObject({ totalItemsCount: 1, addedItemsCount: 0 });
    const [row] = body.errorUiItemsModelList;
    expect(row).toMatchObject({ line: 1, error: 'too_long' });
    expect(row.value.length).toBeLessThan(300);
  });

  test.each([
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x40, 0x00]), 'NOT_A_TEXT_FILE'],
    ['a spreadsheet', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14]), 'NOT_A_TEXT_FILE'],
    ['an empty file', new Uint8Array([0x0a, 0x20, 0x0a]), 'EMPTY_FILE'],
  ])('%s is rejected as a whole', async (_title, bytes, code) => {
    expect(await upload(emails, bytes)).toMatchObject({ status: 400, body: { code } });
  });

  test('more rows than allowed are rejected as a whole', async () => {
    const rows = Array.from({ length: 50_001 }, (_, index) => `${index}@x`).join('\n');
    expect(await upload(emails, rows)).toMatchObject({ status: 400, body: { code: 'TOO_MANY_ROWS' } });
    expect(await readValues()).toEqual([]);
  });
});

test('rejects a file above 1 MB', async () => {
  expect(await upload(emails, 'x'.repeat(1_048_577))).toMatchObject({ status: 413 });
  expect(await upload(emails, 'x'.repeat(3_000_000))).toMatchObject({ status: 413 });
});

test('rejects a form without a file', async () => {
  const form = '--b\r\nContent-Disposition: form-data; name="check"\r\n\r\ntrue\r\n--b--\r\n';
  const headers = {
    cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '',
  };
  const post = (payload: string, contentType: string) =>
    app.portal.inject({
      method: 'POST',
      url: `/proxy/sync/rms/list/${emails}/listItems/uploadItems/1100`,
      headers: { ...headers, 'content-type': contentType },
      payload,
    });
  expect((await post(form, 'multipart/form-data; boundary=b')).statusCode).toBe(400);
  expect((await post('rubbish', 'multipart/form-data; boundary=b')).statusCode).toBe(400);
  expect((await post('{}', 'application/json')).statusCode).toBe(400);
});

test('other endpoints reject a form with a file', async () => {
  const { status } = await upload(emails, 'x', {}, '/proxy/sync/rms/list/1100');
  expect(status).toBe(415);
});

test('a card list takes no file', async () => {
  const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
  expect(await upload(cards, 'abc')).toMatchObject({ status: 400, body: { code: 'CARD_LIST' } });
});

test('a user may send 40 files in ten minutes', async () => {
  for (let file = 0; file < 40; file += 1) await upload(emails, 'a@b', { check: 'true' });
  expect(await upload(emails, 'a@b')).toMatchObject({ status: 429 });
});

test('adds 30,000 values in one request', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `customer-${index}@example.com`).join('\n');
  const { body } = await upload(emails, rows);
  expect(body.addedItemsCount).toBe(30_000);
  const [list] = await app.owner<{ itemCount: number }[]>`
    select item_count from fraud_list where list_id = ${emails}`;
  expect(list?.itemCount).toBe(30_000);
});

test('lines are counted with the empty ones', () => {
  const rows = parseListFile(Buffer.from('\n\na\r\n\r\nb'));
  expect(rows.ok && rows.value).toEqual([
    { line: 3, text: 'a' },
    { line: 5, text: 'b' },
  ]);
});
