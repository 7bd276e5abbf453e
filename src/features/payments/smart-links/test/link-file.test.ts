import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTable } from '#server/file/read-table.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { maxFileRows, readHeading, readLinkRow } from '../link-file.ts';
import { actAsClerk, listAt, listAudit } from './link-fixtures.ts';

const bytes = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));
const cellsOf = (file: Uint8Array) => {
  const table = readTable(file, 10);
  return table.ok
    ? [table.value.encoding, table.value.separator, ...table.value.rows.map(({ cells }) => cells)]
    : table.code;
};

describe('readTable', () => {
  test.each<[string, Uint8Array, unknown]>([
    ['commas', bytes('a,b\r\n1,2\r\n'), ['UTF-8', ',', ['a', 'b'], ['1', '2']]],
    ['a mark of UTF-8', bytes('\uFEFFa;b\nü;2'), ['UTF-8', ';', ['a', 'b'], ['ü', '2']]],
    ['Latin-1', bytes('a;b\nMüller;2', 'latin1'), ['Latin-1', ';', ['a', 'b'], ['Müller', '2']]],
    ['tabs', bytes('a\tb\n1\t2'), ['UTF-8', '\t', ['a', 'b'], ['1', '2']]],
    ['quotes', bytes('a,b\n"x, ""y""\nz",2'), ['UTF-8', ',', ['a', 'b'], ['x, "y"\nz', '2']]],
    ['empty lines and cells', bytes('a,b\n\n,\n1,\n'), ['UTF-8', ',', ['a', 'b'], ['1', '']]],
    ['an open quote', bytes('a,b\n"x,2\n'), 'quote'],
    ['a heading alone', bytes('a,b\n'), 'empty_file'],
    ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'not_a_text_file'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'not_a_text_file'],
    ['zero bytes', bytes('a,b\n\0,2'), 'not_a_text_file'],
    ['too many rows', bytes(`a\n${'1\n'.repeat(11)}`), 'too_many_rows'],
  ])('reads or refuses %s', (_name, file, expected) => {
    expect(cellsOf(file)).toEqual(expected);
  });

  test('numbers rows by the line where they begin', () => {
    const table = readTable(bytes('a\n"x\ny"\n\nz'), 10);
    expect(table.ok && table.value.rows.map(({ line }) => line)).toEqual([1, 2, 5]);
  });
});

describe('readLinkRow', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const defaults = {
    currency: 'GBP',
    language: 'en',
    expires: '2026-11-28T23:59:59.999Z',
    timeZone: 'Europe/Berlin',
  } as const;
  const heading = ['Reference', 'Amount', 'Currency', 'E-mail', 'Description', 'Language', 'Expires'];
  const read = (...cells: string[]) =>
    readLinkRow({ line: 2, cells }, readHeading(heading) ?? { columns: [] }, defaults, now);

  test('takes the defaults for empty cells', () => {
    expect(read('INV-1', '12.5')).toMatchObject({
      reference: 'INV-1',
      amount: '12.5',
      currency: 'GBP',
      language: 'en',
      expires: defaults.expires,
      problems: [],
    });
  });

  test('reads a decimal comma, a language and the end of a day in the time zone', () => {
    const row = read('INV-1', '12,50', 'eur', 'ada@example.org', 'Tea', 'de_AT', '24.12.2026');
    expect(row).toMatchObject({
      amount: '12.50',
      currency: 'EUR',
      language: 'de',
      expires: '2026-12-24T22:59:59.999Z',
      problems: [],
    });
    expect(read('INV-1', '1', '', '', '', '', '2026-12-24').expires).toBe('2026-12-24T22:59:59.999Z');
  });

  test.each<[string[], [string | null, string][]]>([
    [['R', ''], [['amount', 'missing']]],
    [['R', '0'], [['amount', 'amount']]],
    [['R', '-5'], [['amount', 'amount']]],
    [['R', '1,250.00'], [['amount', 'thousands']]],
    [['R', '1.250,00'], [['amount', 'thousands']]],
    [['R', '1,250'], [['amount', 'thousands']]],
    [['R', '12.345'], [['amount', 'thousands']]],
    [['R', '£5'], [['amount', 'amount']]],
    [['R', '5', 'JPY'], [['currency', 'currency']]],
    [['R', '5', '', 'ada'], [['email', 'email']]],
    [['<R>', '5'], [['reference', 'signs']]],
    [['4929421234600821', '5'], [['reference', 'card']]],
    [['R', '5', '', '', 'x'.repeat(256)], [['description', 'long']]],
    [['R', '5', '', '', '', 'xx'], [['language', 'language']]],
    [['R', '5', '', '', '', '', '31/02/2027'], [['expires', 'day']]],
    [['R', '5', '', '', '', '', '2026-11-20'], [['expires', 'past']]],
    [['R', '5', '', '', '', '', '', 'more'], [[null, 'columns']]],
    [
      ['<R>', 'x', '', 'ada'],
      [
        ['amount', 'amount'],
        ['email', 'email'],
        ['reference', 'signs'],
      ],
    ],
  ])('finds what is wrong in %j', (cells, expected) => {
    expect(read(...cells).problems.map(({ column, error }) => [column, error])).toEqual(expected);
  });

  test('needs one column of amounts, and names what it does not use', () => {
    expect(readHeading(['Reference', 'Email'])).toBeUndefined();
    expect(readHeading(['Amount', 'amount'])).toBeUndefined();
    expect(readHeading(['Amount', 'Name'])?.ignored).toEqual(['Name']);
  });
});

describe('createLinksFromFile', () => {
  let app: TestApp;
  let clerk: Send;
  beforeAll(async () => {
    app = await startApp();
    clerk = await actAsClerk(app);
  });
  afterAll(() => app.stop());

  const submit = (csv: string | Uint8Array, more: Record<string, string> = {}, send = clerk) => {
    const form = new FormData();
    const expires = new Date(app.clock.now().getTime() + 7 * dayMs).toISOString();
    const fields = { currency: 'GBP', language: 'en', expires, timeZone: 'UTC', ...more };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([typeof csv === 'string' ? bytes(csv) : new Uint8Array(csv)], 'links.csv'));
    return send('POST', '/proxy/sync/sl/links/5300001/file', form);
  };
  const csv = 'reference,amount,email\r\nF-1,10.00,f1@example.org\r\nF-2,x,f2@example.org\r\nF-3,5.50,\r\n';
  const found = async (reference: string) =>
    (await clerk('GET', listAt(1111, `?reference=${reference}`))).body.links as object[];

  test('reports each row without creating anything', async () => {
    const checked = await submit(csv, { check: 'true' });
    expect(checked.status, JSON.stringify(checked.body)).toBe(200);
    expect(checked.body).toMatchObject({
      encoding: 'UTF-8',
      separator: ',',
      ignoredColumns: [],
      created: 0,
      rows: [
        { line: 2, reference: 'F-1', amount: '10.00', currency: 'GBP', problems: [] },
        { line: 3, problems: [{ column: 'amount', error: 'amount' }] },
        { line: 4, amount: '5.50', problems: [] },
      ],
    });
    expect(await found('F-1')).toEqual([]);
  });

  test('creates the valid rows once, emails them, and returns the same for a repeated submit', async () => {
    const fields = { fileId: randomUUID(), send: 'true' };
    const [first, second] = await Promise.all([submit(csv, fields), submit(csv, fields)]);
    const third = await submit(csv, fields);
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(first.body).toMatchObject({ created: 2, sent: 1 });
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
    expect(await found('F-1')).toMatchObject([
      { state: 'OPEN', amount: '10.00', mailedTo: ['f1@example.org'] },
    ]);
    expect(await found('F-3')).toHaveLength(1);
    const [one, wrong] = first.body.rows;
    expect(one).toMatchObject({ isSent: true, link: expect.stringMatching(/\/a\/[\w-]{11}$/) });
    expect(wrong).not.toHaveProperty('link');
    const mails = await app.owner`select template from mail_outbox where recipient = 'f1@example.org'`;
    expect(mails).toHaveLength(1);
    const audited = await listAudit(app, 'createLinksFromFile');
    expect(audited.filter(({ detail }) => 'created' in (detail as object))).toMatchObject([
      { detail: { created: 2, sent: 1, rows: 3, sums: { GBP: '15.50' } } },
    ]);
    const other = await submit('amount\n1.00', fields);
    expect([other.status, other.body.code]).toEqual([409, 'FILE_CHANGED']);
  });

  test('reads semicolons and Latin-1', async () => {
    const file = bytes('Reference;Amount;Description\nL-1;12,50;Frühstück', 'latin1');
    const created = await submit(file, { fileId: randomUUID() });
    expect(created.body).toMatchObject({ encoding: 'Latin-1', separator: ';', created: 1 });
    expect(await found('L-1')).toMatchObject([{ amount: '12.50', description: 'Frühstück' }]);
  });

  test('creates 1,000 links, and refuses more', async () => {
    const rows = (number: number) => `amount\n${'1.00\n'.repeat(number)}`;
    const created = await submit(rows(maxFileRows), { fileId: randomUUID() });
    expect([created.status, created.body.created]).toEqual([200, maxFileRows]);
    const refused = await submit(rows(maxFileRows + 1), { check: 'true' });
    expect([refused.status, refused.body.code]).toEqual([400, 'TOO_MANY_ROWS']);
  });

  test('refuses a currency that the installation does not take, with its column', async () => {
    await app.owner`update installation set currencies = '{GBP}' where installation_id = 5300001`;
    const checked = await submit('amount,currency\n1.00,EUR', { check: 'true' });
    expect(checked.body.rows[0].problems).toEqual([{ column: 'currency', error: 'refused' }]);
  });

  test('refuses files without an amount, and users without the permission', async () => {
    expect((await submit('reference\nA', { check: 'true' })).body.code).toBe('NO_AMOUNT');
    expect((await submit('amount\n1.00', {})).body.field).toBe('fileId');
    expect((await submit('amount\n1.00', { check: 'true', currency: 'JPY' })).body.field).toBe('currency');
    for (const [field, value] of [
      ['amount', '1'],
      ['remindDaysBefore', '31'],
      ['send', 'yes'],
      ['timeZone', 'Nowhere/Land'],
      ['expires', 'soon'],
    ])
      expect((await submit('amount\n1.00', { check: 'true', [field ?? '']: value ?? '' })).body.field).toBe(
        field,
      );
    const support = await actAs(app, 'support@harbour.example');
    expect((await submit('amount\n1.00', { check: 'true' }, support)).status).toBe(403);
    const outsider = await actAs(app, 'admin@meridian.example');
    expect((await submit('amount\n1.00', { check: 'true' }, outsider)).status).toBe(403);
  });

  test('never returns a card number', async () => {
    const checked = await submit('amount,reference\n4929421234600821,4929421234600821', { check: 'true' });
    expect(JSON.stringify(checked.body)).not.toContain('4929421234600821');
  });
});
