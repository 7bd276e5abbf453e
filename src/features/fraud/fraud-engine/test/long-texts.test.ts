import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  base,
  closeMerchant,
  goodCard,
  payment,
  reason,
} from '#features/payments/payments/test/payment-fixtures.ts';
import type { ListHead } from '#features/fraud/fraud-lists/server/match-lists.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { collectRuleListValues, collectRuleScans } from '../server/list-lookups.ts';
import { blockWhen, insertTestRule } from './rule-fixtures.ts';

/* A payer writes a text of 2,000 characters, and a rule looks in it for the values of a list with many lengths. */

const text = 'a'.repeat(2000);
const list: ListHead = {
  listId: 7,
  kind: 'PARAMETER',
  dataField: 'customerName',
  active: true,
  version: 1,
  valueLengths: Array.from({ length: 1000 }, (_, index) => index + 1),
  itemCount: 1000,
};
const lookup = { kind: 'list', listId: 7, field: 'customerName', operator: 'isInPartiallyMatching' } as const;
const factsOf = (customerName: string) => ({ values: { customerName }, now: 0 }) as never;

describe('the parts of a text', () => {
  test('are not looked up one by one when there are many', () => {
    expect(collectRuleListValues([list], [lookup], factsOf(text))).toEqual([]);
    expect(collectRuleScans([list], [lookup], factsOf(text))).toEqual([{ list, text }]);
  });

  test('are looked up when there are few', () => {
    const [found] = collectRuleListValues([list], [lookup], factsOf('abc'));
    expect(found?.values.toSorted()).toEqual(['a', 'ab', 'abc', 'b', 'bc', 'c']);
    expect(collectRuleScans([list], [lookup], factsOf('abc'))).toEqual([]);
  });
});

describe('a payment', () => {
  let app: TestApp;
  let merchant: Send;
  let admin: Send;
  beforeAll(async () => {
    app = await startApp();
    merchant = actAsMerchant(app);
    admin = await actAs(app, 'admin@harbour.example');
  });
  afterAll(() => closeMerchant(app));

  const blocked = 'long@block.example';
  const pay = (line1: string, email: string) =>
    merchant(
      'POST',
      `${base}/payment`,
      payment(
        {},
        { card: goodCard, billingAddress: { line1, city: 'Bath', postcode: 'BA1 2BB', countryCode: 'GBR' } },
        { customer: { email } },
      ),
    );

  test('matches a value inside a long text, and a block list whatever the rules do', async () => {
    const created = await admin('POST', '/proxy/sync/rms/list/1100', {
      name: 'Words',
      description: 'In addresses',
      dataField: 'normalisedAddress',
    });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const { listId } = created.body;
    const models = Array.from({ length: 30 }, (_, index) => ({
      value: `${'x'.repeat(index + 1)}z`,
      expiryDate: '',
    }));
    const added = await admin('POST', `/proxy/sync/rms/list/${listId}/listItems`, {
      orgId: 1100,
      uiListItemModels: models,
    });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const condition = {
      type: 'list',
      field: 'normalisedAddress',
      operator: 'isInPartiallyMatching',
      listId,
    } as const;
    await insertTestRule(app, blockWhen([condition]));
    const longName = (inner: string) => `${'a '.repeat(100)}${inner}`;
    expect(reason(await pay(longName('no'), 'ok@x.example'))).toBe('S100');
    expect(reason(await pay(longName('xxxz'), 'ok@x.example'))).toBe('A136');
    const { body } = await admin('GET', '/proxy/sync/rms/list/blacklist/1100');
    const emails = body.find(({ dataField }: { dataField: string }) => dataField === 'customerEmail');
    await admin('POST', `/proxy/sync/rms/list/${emails.listId}/listItem`, {
      orgId: 1100,
      uiListItemModel: { value: blocked, expiryDate: '' },
    });
    const { listTexts } = app.services.state;
    app.services.state.listTexts = { get: () => Promise.reject(new Error('too slow')) } as never;
    expect(reason(await pay(longName('no'), blocked))).toBe('A136');
    expect(reason(await pay(longName('no'), 'other@x.example'))).toBe('S100');
    app.services.state.listTexts = listTexts;
  });
});
