import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  base,
  closeMerchant,
  declinedCard,
  goodCard,
  paid,
  payment,
  reason,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { CustomerView, FoundCustomer } from '../schemas.ts';
import { enterCustomerWords } from '../server/enter-customer-words.ts';

const url = '/proxy/sync/customers';
const company = 1100;

let app: TestApp;
let merchant: Send;
let admin: Send;
let support: Send;
let coffee: Send;
let meridian: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
  support = await actAs(app, 'support@harbour.example');
  coffee = await actAs(app, 'coffee@harbour.example');
  meridian = await actAs(app, 'admin@meridian.example');
});
afterAll(() => closeMerchant(app));

interface Payer {
  displayName?: string;
  email?: string;
  telephone?: string;
  merchantRef?: string;
}
let count = 0;
/** Takes a payment of its own amount from the payer. Returns its id. */
const pay = async (customer: Payer, card: object = goodCard, gateway = base): Promise<string> => {
  count += 1;
  const response = await merchant(
    'POST',
    `${gateway}/payment`,
    payment({ amount: `${100 + count}.00` }, { card }, { customer }),
  );
  return response.body.transaction.transactionId as string;
};

const find = async (text: string, person: Send = admin, orgId = company): Promise<FoundCustomer[]> => {
  const response = await person('POST', `${url}/search`, { orgId, text });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.customers as FoundCustomer[];
};
const names = async (text: string) => (await find(text)).map(({ name }) => name);
const findOne = async (text: string): Promise<FoundCustomer> => {
  const [one, ...others] = await find(text);
  expect(others).toEqual([]);
  if (!one) throw new Error(`no customer is found by ${text}`);
  return one;
};
const read = async (id: string, person: Send = admin): Promise<CustomerView> => {
  const response = await person('GET', `${url}/${id}`);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as CustomerView;
};

describe('searchCustomers', () => {
  const people: Payer[] = [
    { displayName: 'Zoë Müller-Åkesson', email: 'zoe.mueller@quays.example' },
    { displayName: 'Aoife O’Brien', email: 'aoife@quays.example', telephone: '+44 20 7946 0018' },
    { displayName: 'Łukasz Straße', merchantRef: 'REF-2026-0042' },
    { displayName: 'Иван Петров', email: 'ivan@quays.example' },
    { displayName: 'สมชาย ใจดี', email: 'somchai@quays.example' },
    { displayName: 'Li Xu', email: 'xu.100%_sure@quays.example' },
    { displayName: 'Aoife Xander' },
  ];
  beforeAll(async () => {
    for (const customer of people) await pay(customer);
  });

  const [zoe, aoife, lukasz, ivan, somchai, li, xander] = people.map(({ displayName }) => displayName);
  test.each([
    ['müller', [zoe]],
    ['MULLER', [zoe]],
    ['kesson zoe', [zoe]],
    ['Müller, Zoë', [zoe]],
    ['mueller@qua', [zoe]],
    ["o'brien", [aoife]],
    ['OBRIEN', [aoife]],
    ['o’b', [aoife]],
    ['aoife', [xander, aoife]],
    ['020 7946 0018', [aoife]],
    ['+44 (0)20-7946', []],
    ['+44 20-7946', [aoife]],
    ['79460018', [aoife]],
    ['lukasz', [lukasz]],
    ['strasse', [lukasz]],
    ['ref-2026-0042', [lukasz]],
    ['2026-0042', [lukasz]],
    ['ПЕТРОВ', [ivan]],
    ['етр', [ivan]],
    ['ив', [ivan]],
    ['ใจดี', [somchai]],
    ['มชา', [somchai]],
    ['li', [li]],
    ['xu li', [li]],
    ['xu', [li]],
    ['an', []],
    ['100%_s', [li]],
    ['100%sure', []],
    ['%', []],
    ["' or 1=1", []],
    ['unknown', []],
  ])('finds by %s', async (typed, expected) => {
    expect(await names(typed)).toEqual(expected);
  });

  test('finds a customer by a former name too, and shows the newest', async () => {
    await pay({ displayName: 'Maiden Nameworth', email: 'married@quays.example' });
    await pay({ displayName: 'Wed Nameworthy', email: 'married@quays.example' });
    expect(await names('maiden')).toEqual(['Wed Nameworthy']);
  });

  test('finds a customer before and after the worker has entered the words into the index', async () => {
    const pending = async () => {
      const [index] = await app.owner<{ pages: number }[]>`
        select (pgstatginindex('customer_words_text')).pending_pages as pages`;
      return index?.pages;
    };
    await app.owner`create extension if not exists pgstattuple`;
    await pay({ displayName: 'Wilhelmina Quick' });
    expect(await pending()).toBeGreaterThan(0);
    expect(await names('helmina qui')).toEqual(['Wilhelmina Quick']);
    await enterCustomerWords.run(app.services);
    expect(await pending()).toBe(0);
    expect(await names('helmina qui')).toEqual(['Wilhelmina Quick']);
  });

  test('shows the newest transaction, also of a declined payer', async () => {
    const id = await pay({ displayName: 'Declan Decline', email: 'declan@quays.example' }, declinedCard);
    expect(await findOne('declan')).toMatchObject({
      kind: 'EMAIL',
      newest: { transactionId: id, status: 'FAILED', moneyMoved: '0.00', currency: 'GBP' },
    });
  });

  test('finds the newest without a text, and has a mark for more', async () => {
    const response = await admin('POST', `${url}/search`, { orgId: company, text: '' });
    expect(response.body.customers.length).toBeGreaterThanOrEqual(people.length);
    expect(response.body.hasMore).toBe(false);
  });

  test('finds customers of the caller’s merchants only', async () => {
    await pay(
      { displayName: 'Booker Reader', email: 'booker@quays.example' },
      goodCard,
      base.replace('5300001', '5300003'),
    );
    expect(await names('booker')).toEqual(['Booker Reader']);
    expect(await find('zoe', coffee, 1111)).toHaveLength(1);
    expect(await find('booker', coffee, 1111)).toEqual([]);
    expect(await find('booker', admin, 1111)).toEqual([]);
    expect(await find('zoe', meridian, 1200)).toEqual([]);
    expect((await meridian('POST', `${url}/search`, { orgId: company, text: 'zoe' })).status).toBe(403);
    expect((await coffee('POST', `${url}/search`, { orgId: company, text: 'zoe' })).status).toBe(403);
  });

  test('an installation has no customers of its own', async () => {
    expect((await admin('POST', `${url}/search`, { orgId: 5_300_001, text: 'zoe' })).status).toBe(403);
  });
});

describe('getCustomer and listCustomerPayments', () => {
  test('keeps a customer record and an email apart, and names each on the other', async () => {
    const email = 'both@quays.example';
    await pay({ displayName: 'Both Ways', email, merchantRef: 'BOTH-1' });
    await pay({ displayName: 'Both Ways', email });
    const [guest, record] = await find('both ways');
    expect([guest?.kind, record?.kind]).toEqual(['EMAIL', 'RECORD']);
    expect(await read(record?.id ?? '')).toMatchObject({
      reference: 'BOTH-1',
      sameEmail: [{ id: guest?.id, kind: 'EMAIL' }],
    });
    expect(await read(guest?.id ?? '')).toMatchObject({
      reference: null,
      sameEmail: [{ id: record?.id, kind: 'RECORD' }],
    });
  });

  test('sums what was taken, refunded and kept, by currency', async () => {
    const email = 'sums@quays.example';
    const pounds = await paid(merchant, { amount: '40.00' }, { customer: { email } });
    await paid(merchant, { amount: '50.00', currency: 'EUR' }, { customer: { email } });
    await merchant(
      'POST',
      `${base}/payment`,
      payment({ amount: '70.00', deferred: true }, { card: goodCard }, { customer: { email } }),
    );
    const refund = await merchant('POST', `${base}/${pounds}/refund`, {
      transaction: { amount: '10.50', currency: 'GBP' },
    });
    expect(reason(refund)).toBe('S100');
    const { id } = await findOne('sums@quays');
    const customer = await read(id);
    expect(customer.totals).toEqual([
      { ccyCode: 'EUR', number: 1, taken: '50.00', refunded: '0.00', paidOut: '0.00', net: '50.00' },
      { ccyCode: 'GBP', number: 3, taken: '40.00', refunded: '10.50', paidOut: '0.00', net: '29.50' },
    ]);
    expect(customer).toMatchObject({ isPartial: false, recentFailures: 0, cards: [{ payments: 3 }] });
    const { body } = await admin('GET', `${url}/${id}/transactions`);
    expect(body.payments.map(({ moneyMoved }: { moneyMoved: string }) => moneyMoved)).toEqual([
      '-10.50',
      '0.00',
      '50.00',
      '40.00',
    ]);
  });

  test('counts only payments without record and email for a name', async () => {
    await pay({ displayName: 'Single Name' });
    await pay({ displayName: 'Single Name', email: 'single@quays.example' });
    const found = await find('single name');
    expect(found.map(({ kind }) => kind)).toEqual(['EMAIL', 'NAME']);
    const customer = await read(found[1]?.id ?? '');
    expect(customer.totals).toMatchObject([{ number: 1 }]);
  });

  test('names other customers with the card to fraud users only', async () => {
    const card = { ...goodCard, pan: '9903000000000017' };
    await pay({ displayName: 'Card Sharer One', email: 'one@sharers.example' }, card);
    await pay({ displayName: 'Card Sharer Two', email: 'two@sharers.example' }, card);
    const { id } = await findOne('one@sharers');
    const analyst = await actAs(app, 'analyst@harbour.example');
    expect((await read(id, analyst)).cards).toMatchObject([
      { maskedPan: '990300******0017', alsoUsedBy: [{ name: 'Card Sharer Two' }] },
    ]);
    expect((await read(id, support)).cards).toMatchObject([{ alsoUsedBy: null }]);
  });

  test('pages through many transactions without a gap', async () => {
    const customer = { displayName: 'Paging Pat', email: 'paging@quays.example' };
    const ids: string[] = [];
    for (let payments = 0; payments < 27; payments += 1) ids.push(await pay(customer));
    const { id } = await findOne('paging pat');
    const first = (await admin('GET', `${url}/${id}/transactions`)).body;
    const last = first.payments.at(-1).transactionId;
    const second = (await admin('GET', `${url}/${id}/transactions?after=${last}`)).body;
    const read = [...first.payments, ...second.payments].map(
      (row: { transactionId: string }) => row.transactionId,
    );
    expect(read).toEqual(ids.toReversed());
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  });

  test('is unknown to other companies and merchants', async () => {
    await pay(
      { displayName: 'Secret Reader', email: 'secret@quays.example' },
      goodCard,
      base.replace('5300001', '5300003'),
    );
    const { id } = await findOne('secret reader');
    for (const person of [meridian, coffee]) {
      expect((await person('GET', `${url}/${id}`)).status).toBe(404);
      expect((await person('GET', `${url}/${id}/transactions`)).status).toBe(404);
      expect((await person('POST', `${url}/${id}/notes`, { note: 'x' })).status).toBe(404);
    }
    expect((await admin('GET', `${url}/999999999`)).status).toBe(404);
  });
});

describe('getCustomerOfTransaction', () => {
  test('leads from a payment and its refund to the customer', async () => {
    const customer = { displayName: 'Reached Rita', email: 'rita@quays.example' };
    const id = await pay(customer);
    const refund = await merchant('POST', `${base}/${id}/refund`, {});
    const { id: expected } = await findOne('reached rita');
    for (const transaction of [id, refund.body.transaction.transactionId])
      expect((await admin('GET', `${url}/transaction/${transaction}`)).body).toEqual({
        customerId: expected,
      });
  });

  test('a payment without name, email and record has no customer', async () => {
    const id = await pay({}, { ...goodCard, cardHolderName: undefined });
    expect((await admin('GET', `${url}/transaction/${id}`)).body).toEqual({ customerId: null });
  });
});

describe('addCustomerNote', () => {
  test('keeps notes for colleagues, newest first, and audits them without their text', async () => {
    await pay({ displayName: 'Noted Ned', email: 'ned@quays.example' });
    const { id } = await findOne('noted ned');
    await support('POST', `${url}/${id}/notes`, { note: 'Rang about the parcel' });
    await admin('POST', `${url}/${id}/notes`, { note: ' Sent again ' });
    const { notes } = await read(id);
    expect(notes.map(({ note }) => note)).toEqual(['Sent again', 'Rang about the parcel']);
    expect(notes[1]?.by).toMatch(/\w+ \w+/);
    const [event] = await app.owner<{ after: object }[]>`
      select after from audit_event where act = 'addCustomerNote' and after ->> 'noteId' = ${notes[1]?.id ?? ''}`;
    expect(event?.after).toMatchObject({ characters: 21 });
  });

  test.each([
    ['   ', 'blank'],
    ['the card is 9900 0000 0000 0010', 'a card number'],
    ['x'.repeat(2001), 'too long'],
  ])('refuses %s', async (note) => {
    const { id } = await findOne('noted ned');
    const response = await admin('POST', `${url}/${id}/notes`, { note });
    expect(response).toMatchObject({ status: 400, body: { field: 'note' } });
  });
});

describe('rememberCustomer', () => {
  test('stores the customers that the migration collects from stored payments', async () => {
    const stored = () => app.owner`
      select merchant_id, customer_key, customer_id, name, email, merchant_ref from known_customer order by 1, 2`;
    const remembered = await stored();
    await app.owner`delete from known_customer`;
    await app.owner`delete from customer_words`;
    await app.owner`select collect_customers()`;
    expect(await stored()).toEqual(remembered);
  });
});
