import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/config.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { expireSuspended } from '../server/jobs/expire-payments.ts';
import {
  base,
  closeMerchant,
  enrolledCard,
  expectEveryEnd,
  goodCard,
  payment,
  transactionIdOf,
} from './payment-fixtures.ts';
import { hourMs } from '#server/clock.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

/** Its issuer demands a challenge. */
const challengedCard = { ...enrolledCard, pan: '9902000000005132' };
const server = join(projectRoot, 'src/features/payments/payments/server');

async function filesWith(pattern: RegExp): Promise<string[]> {
  const names = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(server, name), 'utf8')] as const),
  );
  return texts
    .filter(([, text]) => pattern.test(text))
    .map(([name]) => name)
    .toSorted();
}

test('only endTransaction releases the duplicate guard', async () => {
  expect(await filesWith(/\breleaseDuplicateGuard\b/)).toEqual([
    'db/idempotency-keys.ts',
    'end-transaction.ts',
  ]);
});

test('only known statements store a status', async () => {
  expect(await filesWith(/set txn_status =/)).toEqual([
    'db/transactions.ts',
    'jobs/correct-transaction.ts',
    'settle.ts',
    'suspended/resume-payment.ts',
    'suspended/suspended-payment.ts',
  ]);
});

/** The history of a transaction, oldest line first. */
async function historyOf(id: string): Promise<string[]> {
  const lines = await app.owner<{ line: string }[]>`
    select concat_ws(' ', status, reason_code) as line from txn_history where txn_id = ${id} order by sequence`;
  return lines.map(({ line }) => line);
}

test('ends an approved, a declined, a released and an expired payment alike', async () => {
  const take = async (transaction: object, card: object) => {
    const body = payment({ amount: '10.00', ...transaction }, { card });
    return transactionIdOf(await merchant('POST', `${base}/payment`, body));
  };
  const approved = await take({ merchantRef: 'end-1' }, goodCard);
  const declined = await take({ merchantRef: 'end-2', amount: '10.51' }, goodCard);
  const released = await take({ merchantRef: 'end-3', deferred: true }, goodCard);
  const waiting = await take({ merchantRef: 'end-4', amount: '40.00', do3DSecure: true }, challengedCard);
  const release = transactionIdOf(await merchant('POST', `${base}/${released}/cancel`, {}));
  app.clock.advance(hourMs);
  await expireSuspended.run(app.services);
  const ends = await Promise.all([approved, declined, released, release, waiting].map(historyOf));
  expect(ends).toEqual([
    ['SUCCESS S100'],
    ['FAILED D100'],
    ['SUCCESS S100', 'VOIDED C107'],
    ['SUCCESS S100'],
    ['SUSPENDED_THREE_D_SECURE U100', 'EXPIRED T100'],
  ]);
  await expectEveryEnd(app);
});
