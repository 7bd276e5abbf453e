import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import {
  base,
  closeMerchant,
  goodCard,
  payment,
  reason,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { blockWhen, insertTestRule } from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { findValueError } from '../list-item-rules.ts';
import { parseListFile } from '../server/list-file.ts';

describe('one form of a value', () => {
  test.each([
    ['customerIpAddress', '::ffff:198.19.7.77', '198.19.7.77'],
    ['customerIpAddress', '::FFFF:C613:074D', '198.19.7.77'],
    ['customerEmail', 'X@Bücher.Example.', 'x@xn--bcher-kva.example'],
    ['customerEmail', 'a\u200b@example.com', 'a@example.com'],
    ['customerTelephone', '+49 (0) 30 1234567', '+49301234567'],
    ['customerTelephone', '0049-30-1234567', '+49301234567'],
    ['customerTelephone', '＋４９ 30 1234567', '+49301234567'],
    ['normalisedAddress', '1 High Street, Bath, ba12bb, GB', '1 HIGH STREET BATH BA12BB GBR'],
    ['normalisedAddress', '1 High Street Bath BA1 2BB GBR', '1 HIGH STREET BATH BA12BB GBR'],
  ])('of %s %j is %s', (field, typed, form) => {
    expect(matchValue(field, typed)).toBe(form);
  });

  test('keeps vowel signs: they make two streets of one', () => {
    const form = (text: string) => matchValue('normalisedAddress', text);
    expect(form('किला मार्ग 41')).not.toBe(form('कोला मुर्गि 41'));
  });
});

test.each([
  ['customerEmail', 'a@example.com;Betrug', 'email'],
  ['customerEmail', 'Anna <b@example.com>', 'email'],
  ['customerEmail', 'a@b@example.com', 'email'],
  ['customerEmail', 'a b@example.com', 'email'],
  ['customerEmail', '@mailinator.com', undefined],
  ['customerEmail', 'rené@bücher.example', undefined],
  ['customerIpAddress', '203.0.113.0/24', undefined],
  ['customerIpAddress', '203.0.113.0/7', 'ip_address'],
  ['customerIpAddress', '203.0.113.', 'ip_address'],
])('a value that cannot match is refused: %s %s', (field, value, error) => {
  expect(findValueError(field, value)).toBe(error);
});

describe('a file', () => {
  const read = (text: string) => {
    const rows = parseListFile(Buffer.from(text));
    return rows.ok
      ? rows.value.map(({ text: cell, expiryDate, error }) => error ?? [cell, expiryDate])
      : rows.code;
  };

  test.each([
    ['semicolons', 'a@example.com;Betrug', ['columns']],
    ['empty cells after a semicolon', 'a@example.com;;', [['a@example.com', undefined]]],
    ['tabs', 'a@example.com\tnote', ['columns']],
    ['a heading', 'E-Mail\na@example.com', [['a@example.com', undefined]]],
    ['quotes', '"1 High Street, Bath";', [['1 High Street, Bath', undefined]]],
    [
      'the columns of the product',
      'a@example.com,Manual input,26/11/2026 10:00:00,31/12/2026\nb@example.com,File upload,26/11/2026 10:00:00,',
      [
        ['a@example.com', '2026-12-31'],
        ['b@example.com', ''],
      ],
    ],
  ])('with %s', (_title, text, rows) => {
    expect(read(text)).toEqual(rows);
  });
});

describe('a list', () => {
  let app: TestApp;
  let merchant: Send;
  let admin: Send;
  const lists = '/proxy/sync/rms/list';
  beforeAll(async () => {
    app = await startApp();
    merchant = actAsMerchant(app);
    admin = await actAs(app, 'admin@harbour.example');
  });
  afterAll(() => closeMerchant(app));

  const block = async (dataField: string, value: string, expiryDate = '') => {
    const { body } = await admin('GET', `${lists}/blacklist/1100`);
    const { listId } = body.find((list: { dataField: string }) => list.dataField === dataField);
    const models = { orgId: 1100, uiListItemModels: [{ value, expiryDate }] };
    const [added] = (await admin('POST', `${lists}/${listId}/listItems`, models)).body;
    return added.responseStatus;
  };
  const pay = async (customer: object) =>
    reason(await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { customer })));

  test('of IP addresses blocks both forms of an address, and networks', async () => {
    expect(await block('customerIpAddress', '198.19.7.77')).toBe('ADDED');
    expect(await pay({ ip: '::ffff:198.19.7.77' })).toBe('A136');
    expect(await block('customerIpAddress', '::ffff:198.19.8.1')).toBe('ADDED');
    expect(await pay({ ip: '198.19.8.1' })).toBe('A136');
    expect(await block('customerIpAddress', '198.20.0.0/16')).toBe('ADDED');
    expect([await pay({ ip: '198.20.255.1' }), await pay({ ip: '198.21.0.1' })]).toEqual(['A136', 'S100']);
  });

  test('of emails blocks a domain', async () => {
    expect(await block('customerEmail', '@mailinator.example')).toBe('ADDED');
    expect(await pay({ email: 'any@Mailinator.example' })).toBe('A136');
    expect(await pay({ email: 'any@sub.mailinator.example' })).toBe('S100');
  });

  test('of a rule has networks and domains', async () => {
    const list = async (dataField: string, value: string) => {
      const body = { name: `Rule ${value}`, description: 'For a rule', dataField };
      const { listId } = (await admin('POST', `${lists}/1100`, body)).body;
      const models = { orgId: 1100, uiListItemModels: [{ value, expiryDate: '' }] };
      expect((await admin('POST', `${lists}/${listId}/listItems`, models)).body[0].responseStatus).toBe(
        'ADDED',
      );
      return listId as number;
    };
    const conditions = [
      ['customerIpAddress', 'isIn', await list('customerIpAddress', '198.30.0.0/16')],
      ['customerIpAddress', 'isInStartingWith', await list('customerIpAddress', '2001:db8:30::/48')],
      ['customerEmail', 'isIn', await list('customerEmail', '@throwaway.example')],
    ] as const;
    for (const [field, operator, listId] of conditions) {
      await insertTestRule(app, blockWhen([{ type: 'list', field, operator, listId }]));
    }
    expect(await pay({ ip: '198.30.255.1' })).toBe('A136');
    expect(await pay({ ip: '198.31.0.1' })).toBe('S100');
    expect(await pay({ ip: '2001:db8:30:ffff::1' })).toBe('A136');
    expect(await pay({ ip: '2001:db8:31::1' })).toBe('S100');
    expect(await pay({ email: 'any@throwaway.example' })).toBe('A136');
    expect(await pay({ email: 'any@sub.throwaway.example' })).toBe('S100');
  });

  test('renews a value that has expired', async () => {
    const email = 'expired@example.com';
    expect(await block('customerEmail', email)).toBe('ADDED');
    await app.owner`update fraud_list_item set expiry_date = '2020-01-01' where match_value = ${email}`;
    expect(await pay({ email })).toBe('S100');
    expect(await block('customerEmail', email)).toBe('ADDED');
    expect(await pay({ email })).toBe('A136');
    expect(await block('customerEmail', email)).toBe('duplicate_list_item');
  });
});
