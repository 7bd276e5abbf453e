import { expect } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { hosted, payerAt, sessionOf } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { buildLink, createLink } from '#features/payments/smart-links/test/link-fixtures.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { findStandardList } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { attach, cases, openNewCase, png } from '#features/review/cases/test/case-fixtures.ts';
import { deferringRule } from '#testing/deferring-rule.ts';
import { type Send, actAsMerchant, signedIn } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

/** Values that nothing else in a test has. Each begins with the person's own word. */
export const personOf = (word: string) => ({
  word,
  name: `${word} Quill`,
  email: `${word}@people.example`,
  telephone: '+447700900461',
  reference: `${word}-REF`,
  birthDate: '19710203',
  ip: '203.0.113.77',
  card: { ...goodCard, cardHolderName: `${word} holder` },
});
export type Person = ReturnType<typeof personOf>;

/** The texts that must not be left. */
export const tracesOf = ({ word, telephone, ip, birthDate }: Person): string[] => [
  word,
  telephone,
  ip,
  birthDate,
  `${birthDate.slice(0, 4)}-${birthDate.slice(4, 6)}-${birthDate.slice(6)}`,
];

let amounts = 100;

const customerOf = ({ name, email, telephone, reference, birthDate, ip }: Person) => ({
  displayName: name,
  email,
  telephone,
  merchantRef: reference,
  dateOfBirth: birthDate,
  ip,
});

/** A payment body with the person's values in every text. */
export function personalPayment(person: Person, transaction: object = {}, more: object = {}): object {
  const { word, email, card, birthDate } = person;
  amounts += 1;
  return payment(
    { amount: `${amounts}.00`, description: `For ${word}`, ...transaction },
    {
      card,
      billingAddress: { line1: `7 ${word} Row`, city: `${word}ton`, postcode: 'BS1 4ST', countryCode: 'GBR' },
    },
    {
      customer: { ...customerOf(person), registered: true },
      financialServices: {
        surname: word,
        dateOfBirth: birthDate,
        accountNumber: `${word}1`,
        postCode: 'BS1',
      },
      customFields: { fieldState: [{ name: 'note', value: `${word} field` }] },
      orderDetails: {
        lineItems: [{ name: `Gift for ${word}`, quantity: 1 }],
        shippingAddress: { name: word, line1: `8 ${word} Row` },
      },
      strongCustomerAuthentication: {
        accountInfo: { accountEmail: email },
        merchantRisk: { deliveryEmailAddress: email },
      },
      callbacks: {
        transactionNotification: {
          url: `https://shop.harbour.example/callback?customer=${word}`,
          format: 'REST_JSON',
        },
      },
      ...more,
    },
  );
}

export interface Planted {
  transactions: string[];
  /** Waits for a reviewer. */
  heldId: string;
  scheduleId: string;
  linkId: string;
  caseId: string;
}

/** Leaves the person's data in every table that a company's doors write. */
export async function plantPerson(app: TestApp, person: Person): Promise<Planted> {
  const merchant = actAsMerchant(app);
  const user = await signedIn(app, 'admin@harbour.example');
  const admin = user.send;
  await createHook(admin);
  const transactions = await takePayments(merchant, admin, person);
  const { transactionId, scheduleId } = await takeSchedule(merchant, person);
  const session = await payOnPage(app, merchant, person);
  const linkId = await sendLink(merchant, admin, person);
  const caseId = await openCase(app, user, transactions[0] ?? '', person);
  const heldId = await deferPayment(app, admin, merchant, person);
  await addToList(app, admin, person);
  await addNote(admin, transactions[0] ?? '', person);
  await saveView(admin, person);
  await merchant('POST', `${base}/payment`, personalPayment(person, { amount: '0' }));
  await app.gateway.requestLog?.flush();
  return { transactions: [...transactions, transactionId, session], heldId, scheduleId, linkId, caseId };
}

async function takePayments(merchant: Send, admin: Send, person: Person): Promise<string[]> {
  const ids: string[] = [];
  for (const transaction of [{ merchantRef: 'BOOK-1' }, {}]) {
    const { status, body } = await merchant('POST', `${base}/payment`, personalPayment(person, transaction));
    expect(status, JSON.stringify(body)).toBe(201);
    ids.push(body.transaction.transactionId);
  }
  const refunded = await admin('POST', `/proxy/sync/ta/transactions/5300001/${ids[1]}/refund`, {
    transaction: {
      amount: '1.00',
      description: `Back to ${person.word}`,
      refundReason: 'OTHER',
      refundNote: `${person.word} asked`,
    },
  });
  expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
  const receipt = await admin('POST', `/proxy/sync/ta/transactions/5300001/${ids[0]}/receipt`);
  expect(receipt.status, JSON.stringify(receipt.body)).toBe(200);
  return ids;
}

async function takeSchedule(merchant: Send, person: Person) {
  const schedule = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };
  const { status, body } = await merchant(
    'POST',
    `${base}/payment`,
    personalPayment(person, { recurring: true }, { schedule }),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return {
    transactionId: body.transaction.transactionId as string,
    scheduleId: body.schedule.scheduleId as string,
  };
}

async function payOnPage(app: TestApp, merchant: Send, { word, name, email, ip, card }: Person) {
  const request = sessionOf(
    { description: `Page for ${word}` },
    {},
    {
      customer: {
        identity: { merchantCustomerId: `${word}-page` },
        details: { name, emailAddress: email, address: { line1: `9 ${word} Row`, postcode: 'BS1' } },
      },
    },
  );
  const left = await merchant('POST', `${hosted}/payments`, request);
  expect(left.status, JSON.stringify(left.body)).toBe(201);
  const opened = await merchant('POST', `${hosted}/payments`, {
    ...request,
    transaction: { ...(request.transaction as object), merchantReference: `PAGE-${(amounts += 1)}` },
  });
  const payer = payerAt(app, opened.body.redirectUrl, ip);
  await payer.view();
  const done = await payer.submit(card);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await payer.send('POST', `${payer.page}/receipt`, {})).status).toBe(200);
  const [row] = await app.owner<{ id: string }[]>`
    select txn_id::text as id from hosted_session where session_id = ${payer.sessionId}`;
  return row?.id ?? '';
}

async function sendLink(merchant: Send, admin: Send, { word, name, email }: Person): Promise<string> {
  const customer = { details: { name, emailAddress: email }, registered: false };
  const { linkId } = await createLink(
    merchant,
    buildLink({}, { description: `Link for ${word}`, merchantReference: 'INV-1971' }, { customer }),
  );
  const sent = await admin('POST', `/proxy/sync/sl/links/${linkId}/send`, { emailAddress: email });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return linkId;
}

async function addToList(app: TestApp, admin: Send, { email }: Person): Promise<void> {
  const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail');
  const { status, body } = await admin('POST', `/proxy/sync/rms/list/${listId}/listItem`, {
    orgId: 1100,
    uiListItemModel: { value: email },
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
}

async function openCase(
  app: TestApp,
  user: Awaited<ReturnType<typeof signedIn>>,
  transactionId: string,
  { word }: Person,
): Promise<string> {
  const caseId = await openNewCase(user.send, transactionId);
  const noted = await user.send('POST', `${cases}/${caseId}/notes`, { note: `${word} rang` });
  expect(noted.status, JSON.stringify(noted.body)).toBeLessThan(300);
  await attach(app, user, caseId, { bytes: png, name: `${word}.png`, type: 'image/png' });
  return caseId;
}

async function deferPayment(app: TestApp, admin: Send, merchant: Send, person: Person): Promise<string> {
  const conditions = [{ type: 'simple', field: 'transactionAmount', operator: 'greaterThan', value: '900' }];
  const joinedConditions = { logicalOperator: 'and', conditions };
  const rule = { ...deferringRule('', 'Large payments'), joinedConditions };
  const saved = await admin('POST', '/proxy/sync/rms/rule/1111', rule);
  expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);
  const held = await merchant('POST', `${base}/payment`, personalPayment(person, { amount: '950.00' }));
  const id = held.body.transaction.transactionId as string;
  const [task] = await app.owner<{ taskId: number }[]>`select task_id from queue_task where txn_id = ${id}`;
  const noted = await admin('POST', '/proxy/async/queue/tasks/comment', {
    taskRecordIds: [String(task?.taskId)],
    commentMessage: `${person.word} is known`,
  });
  expect(noted.status, JSON.stringify(noted.body)).toBeLessThan(300);
  return id;
}

async function addNote(admin: Send, transactionId: string, { word }: Person): Promise<void> {
  const found = await admin('GET', `/proxy/sync/customers/transaction/${transactionId}`);
  const noted = await admin('POST', `/proxy/sync/customers/${found.body.customerId}/notes`, {
    note: `${word} prefers email`,
  });
  expect(noted.status, JSON.stringify([found.body, noted.body])).toBeLessThan(300);
}

async function saveView(admin: Send, { email }: Person): Promise<void> {
  const saved = await admin('POST', '/proxy/sync/tqs/views/1100', {
    name: 'One buyer',
    params: { searchRange: 'WITHIN_1_YEAR', 'filter.customer_email': email },
    columns: ['txn_id', 'customer_email'],
    isShared: false,
    isPinned: false,
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

/** Every stored text with one of the traces, as "table.column: value". */
export async function sweep(
  app: TestApp,
  traces: readonly string[],
  isIncluded: (row: string) => boolean = () => true,
): Promise<string[]> {
  await app.gateway.requestLog?.flush();
  const tables = await app.owner<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.owner.unsafe<{ key: string; value: string | null; row: string }[]>(
      `select e.key, e.value, row_to_json(t)::text as row from ${name} t, json_each_text(row_to_json(t)) e`,
    );
    for (const { key, value, row } of rows) {
      if (value === null || !isIncluded(row)) continue;
      const text = value.startsWith(String.raw`\x`)
        ? Buffer.from(value.slice(2), 'hex').toString('latin1')
        : value;
      if (traces.some((trace) => text.includes(trace))) found.push(`${name}.${key}: ${value.slice(0, 300)}`);
    }
  }
  return found;
}

/** The places in which something was found, each once. */
export const placesOf = (found: readonly string[]): string[] =>
  [...new Set(found.map((text) => text.slice('public.'.length, text.indexOf(':'))))].sort();
