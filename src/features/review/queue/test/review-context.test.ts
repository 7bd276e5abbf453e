import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { insertList, withdraw } from '#features/fraud/fraud-rules/test/rule-fixtures.ts';
import {
  base,
  closeMerchant,
  declinedCard,
  goodCard,
  paid,
  payment,
  reason,
  transactionIdOf,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { FoundHistory, ReviewContext } from '../review-shapes.ts';
import type { HistorySubject } from '../review-mode.ts';
import { buildHistorySource } from '../server/get-review-context.ts';
import { deferEmail } from './queue-fixtures.ts';
import { reviewAs } from './review-fixtures.ts';

const email = 'capture@x.example';
const ip = '203.0.113.7';
const billingAddress = { line1: '1 Quay Street', city: 'Bristol', postcode: 'BS1 1AA', countryCode: 'GB' };

let app: TestApp;
let merchant: Send;
let analyst: Send;
let taskId: string;

interface PaymentFields {
  card?: object;
  customer?: object;
  address?: object;
  device?: string;
}

let paymentCount = 0;
/** A payment with the card, customer and address of the reviewed one unless overridden. */
async function pay({ card = goodCard, customer = {}, address = billingAddress, device }: PaymentFields = {}) {
  paymentCount += 1;
  return merchant(
    'POST',
    `${base}/payment`,
    payment(
      { amount: `${paymentCount}.30` },
      { card: { cardHolderName: 'Ada Lovell', ...card }, billingAddress: address },
      {
        customer: { merchantRef: 'c-9', displayName: 'Ada Lovell', email: 'ada@x.example', ip, ...customer },
        ...(device === undefined
          ? {}
          : { customFields: { fieldState: [{ name: 'device_id', value: device }] } }),
      },
    ),
  );
}

beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, email, 'capture', 7);
  await app.owner`
    insert into custom_field (company_id, stored_name, data_type, field_index, descriptive_name, display_name)
    values (1100, 'custom_string_2', 'string', 2, 'device_id', 'Device')`;
  analyst = await actAs(app, 'analyst@harbour.example');

  const firstId = transactionIdOf(await pay({ device: 'd-1' }));
  const refund = { transaction: { amount: '1.00', currency: 'GBP' } };
  expect(reason(await merchant('POST', `${base}/${firstId}/refund`, refund))).toBe('S100');
  await pay({ customer: { displayName: 'Bo Stone', email: 'bo@x.example' } });
  await pay({ card: declinedCard, customer: { email } });
  const otherAddress = { line1: '9 Hill Road', city: 'Leeds', postcode: 'LS1 1AA', countryCode: 'GB' };
  await pay({ card: { ...goodCard, pan: '9902000000000018' }, address: otherAddress, device: 'd-1' });
  const reviewed = transactionIdOf(await pay({ customer: { email }, device: 'd-1' }));
  const [task] = await app.owner<{ taskId: number }[]>`
    select task_id from queue_task where txn_id = ${reviewed}`;
  taskId = String(task?.taskId);
});
afterAll(() => closeMerchant(app));

async function load(send = analyst, id = taskId): Promise<ReviewContext> {
  const { status, body } = await reviewAs(send).context(id);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const historyOf = (context: ReviewContext, subject: HistorySubject) =>
  context.history.find((entry) => entry.subject === subject)?.result as FoundHistory;

describe('getReviewContext: history', () => {
  test('counts payments, refunds and other names of the card', async () => {
    const card = historyOf(await load(), 'card');
    expect(card).toMatchObject({ state: 'FOUND', payments: 3, refunds: 1, declines: 0, isRecentOnly: false });
    expect(card.names).toEqual({ count: 2, named: ['Bo Stone', 'A Buyer'] });
    expect(card.emails.named).toEqual(['bo@x.example', 'ada@x.example']);
  });

  test('counts declines and other cards of the email', async () => {
    const history = historyOf(await load(), 'email');
    expect(history).toMatchObject({ attempts: 1, payments: 0, declines: 1 });
    expect(history.cards).toEqual({ count: 1, named: ['•••• 0168'] });
  });

  test('counts the attempts from the IP address', async () => {
    const history = historyOf(await load(), 'ip');
    expect(history.attempts).toBe(4);
    expect(history.cards.count).toBe(2);
    expect(history.firstAt).not.toBeNull();
  });

  test('counts the attempts of the address, the customer and the device', async () => {
    const context = await load();
    expect(historyOf(context, 'address')).toMatchObject({ attempts: 3, isRecentOnly: true });
    expect(historyOf(context, 'customer')).toMatchObject({ attempts: 4, refunds: 1 });
    expect(historyOf(context, 'device')).toMatchObject({ attempts: 2, payments: 2 });
    expect(context.device).toBe('d-1');
  });

  test('reports missing fields of the payment', async () => {
    const txnId = transactionIdOf(await pay({ customer: { email, merchantRef: undefined, ip: undefined } }));
    const [task] = await app.owner<{ taskId: number }[]>`
      select task_id from queue_task where txn_id = ${txnId}`;
    const context = await load(analyst, String(task?.taskId));
    expect(historyOf(context, 'ip')).toEqual({ state: 'MISSING' });
    expect(historyOf(context, 'device')).toEqual({ state: 'MISSING' });
    expect(context.device).toBeNull();
  });

  test('does not count payments of another company', async () => {
    const before = historyOf(await load(), 'ip').attempts;
    const meridian = actAsMerchant(app, 'meridian-api');
    const [installation] = await app.owner<{ id: number }[]>`
      select installation_id as id from installation where company_id = 1200 order by 1 limit 1`;
    const body = payment({ currency: 'EUR' }, { card: goodCard }, { customer: { email, ip } });
    const response = await meridian('POST', `/acceptor/rest/transactions/${installation?.id}/payment`, body);
    expect(response.body.transaction, JSON.stringify(response.body)).toBeDefined();
    expect(historyOf(await load(), 'ip').attempts).toBe(before);
  });

  test('stops counting at 100', async () => {
    await app.owner`select set_config('app.companies', '*', false)`;
    const [{ columns } = { columns: '' }] = await app.owner<{ columns: string }[]>`
      select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'txn' and is_generated = 'NEVER' and column_name <> 'txn_id'`;
    await app.owner.unsafe(`
      insert into txn (txn_id, ${columns})
      select 1000 + n, ${columns} from txn, generate_series(1, 120) n
      where txn_id = (select txn_id from queue_task where task_id = ${taskId})`);
    const card = historyOf(await load(), 'card');
    expect(card).toMatchObject({ attempts: 100, hasMore: true });
    await app.owner`delete from txn where txn_id between 1001 and 1120`;
  });
});

describe('getReviewContext: lists', () => {
  async function createList(dataField: string, value: string, organisationId = 1100): Promise<number> {
    const listId = await insertList(app, { organisationId, dataField });
    const { status } = await analyst('POST', `/proxy/sync/rms/list/${listId}/listItem`, {
      orgId: organisationId,
      uiListItemModel: { value },
    });
    expect(status).toBe(200);
    return listId;
  }

  test('names the lists that have a value of the payment', async () => {
    const listId = await createList('customerEmail', 'CAPTURE@x.example');
    await createList('customerEmail', 'someone-else@x.example');
    const { lists } = await load();
    expect(lists).toEqual([
      {
        listId,
        listType: 'parameterlist',
        name: 'Known fraud',
        dataField: 'customerEmail',
        displayName: null,
        active: true,
      },
    ]);
  });

  test('leaves out lists of another merchant', async () => {
    const before = (await load()).lists?.length;
    await createList('customerIpAddress', ip, 1121);
    expect((await load()).lists).toHaveLength(before ?? -1);
  });

  test('hides lists from a user without a permission for lists', async () => {
    await withdraw(
      app,
      'P_VIEW_FRAUD_PARAMETER_LISTS',
      'P_EDIT_FRAUD_PARAMETER_LISTS',
      'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS',
      'P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS',
      'P_VIEW_FRAUD_LIST_ITEMS',
      'P_EDIT_FRAUD_LIST_ITEMS',
    );
    expect(await load()).toMatchObject({ lists: [], seesLists: false });
  });
});

test('compares countries and measures the distance', async () => {
  const { places } = await load();
  expect(places).toContainEqual({
    kind: 'billing',
    country: 'GBR',
    city: 'Bristol',
    isSame: null,
    distanceKm: null,
  });
  const address = places?.find(({ kind }) => kind === 'ip');
  expect(address).toMatchObject({ country: 'USA', city: 'Chicago', isSame: false });
  expect(address?.distanceKm).toBeGreaterThan(5000);
});

test('shows comments with their authors, the latest first', async () => {
  const body = { taskRecordIds: [taskId], commentMessage: 'Called on 9900000000000010' };
  await analyst('POST', '/proxy/async/queue/tasks/comment', body);
  const { events } = await load();
  expect(events?.[0]).toMatchObject({
    act: 'COMMENTED',
    by: 'Noor Rahman',
    comment: 'Called on 990000******0010',
  });
  expect(events?.at(-1)).toMatchObject({ act: 'OPENED', by: null });
});

test('a part that fails leaves the others', async () => {
  await app.owner`alter table velocity_key rename to velocity_key_away`;
  const context = await load();
  await app.owner`alter table velocity_key_away rename to velocity_key`;
  expect(historyOf(context, 'address')).toEqual({ state: 'FAILED' });
  expect(historyOf(context, 'card').state).toBe('FOUND');
  expect(context.places).not.toBeNull();
  expect(context.events).not.toBeNull();
});

test('reads every history from its own index, frequent values too', async () => {
  await app.owner`select set_config('app.companies', '*', false)`;
  const [{ columns } = { columns: '' }] = await app.owner<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = 'txn' and is_generated = 'NEVER'
      and column_name not in ('txn_id', 'ip_address', 'customer_email', 'card_correlation_id')`;
  // Half of all payments have one value; the others have one each.
  await app.owner.unsafe(`
    insert into txn (txn_id, ip_address, customer_email, card_correlation_id, ${columns})
    select 1000 + n, v, v, v, ${columns}
    from txn, generate_series(1, 20000) n cross join lateral (
      select case when n % 2 = 0 then 'frequent' else 'rare ' || n end as v
    ) x where txn_id = (select txn_id from queue_task where task_id = ${taskId})`);
  await app.owner`analyze txn`;
  const scans: string[] = [];
  await inTenant(app.services.database, [1100], async (sql) => {
    for (const value of ['frequent', 'rare 17'])
      for (const subject of ['ip', 'email', 'card'] as const) {
        const payment = {
          companyId: 1100,
          txnId: 5,
          merchantId: 1111,
          cardCorrelationId: value,
          customerEmail: value,
          ipAddress: value,
          facts: { now: 0, values: {} },
          deviceField: undefined,
        };
        const source = buildHistorySource(sql, app.services.keys.velocity, payment, subject) ?? sql``;
        const plan = await sql`explain select * from ${source} t`;
        scans.push(/using (\w+)/.exec(JSON.stringify(plan))?.[1] ?? 'none');
      }
  });
  await app.owner`delete from txn where txn_id between 1001 and 21000`;
  const expectedIndexes = ['txn_ip_time', 'txn_email_time', 'txn_card_time'];
  expect(scans).toEqual([...expectedIndexes, ...expectedIndexes]);
});
