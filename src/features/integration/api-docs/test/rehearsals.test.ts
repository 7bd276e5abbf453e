import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disputesOf } from '#features/payments/disputes/test/dispute-fixtures.ts';
import { settleDisputeEvents } from '#features/payments/disputes/server/settle-dispute-events.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { settleProcessorEvents } from '#features/payments/payments/server/jobs/settle-processor-events.ts';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { collectReports } from '#features/processing/connections/server/collect-reports.ts';
import {
  challengeResponse,
  completeChallenge,
  readChallengeId,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { secondMs } from '#server/clock.ts';
import { passesLuhn } from '#shared/card-number.ts';
import { triggerCards } from '#shared/payments/sandbox-triggers.ts';
import { type Send, type TestResponse, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceSandbox } from '#testing/use-processor.ts';
import { type Rehearsal, rehearsals } from '../rehearsals.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now(), slowMs: 20 }));
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

// Behind the adapter protocol the sandbox reports nothing by itself.
const isOverProtocol = process.env.COUNTINGHOUSE_TEST_PROCESSOR === 'http';

const base = '/acceptor/rest/transactions/5300001';
const reasonOf = ({ body }: TestResponse): string => body.outcome?.reasonCode ?? body.reasonCode;
const idOf = ({ body }: TestResponse): string => body.transaction.transactionId;
let orders = 0;

/** Sends what the row describes, after the payment that it follows. */
async function send(row: Rehearsal): Promise<TestResponse> {
  const { request, card = '9902000000000018', ending, from = '10.00', authentication, challenge } = row;
  orders += 1;
  const amount = ending === undefined ? from : `1${orders % 10}${ending}`;
  const isDeferred = request === 'capture' || request === 'cancel';
  const isFirst = request === 'payment';
  const body = {
    transaction: {
      currency: 'GBP',
      amount: isFirst || request === 'cancel' ? amount : '40.00',
      commerceType: 'ECOM',
      merchantRef: `rehearsal-${orders}`,
      ...(isDeferred ? { deferred: true } : {}),
      ...(request === 'repeat' ? { recurring: true } : {}),
      ...(authentication || challenge ? { do3DSecure: true } : {}),
    },
    paymentMethod: { card: { pan: card, expiryDate: '1230', cv2: '123' } },
  };
  const paid = await merchant('POST', `${base}/payment`, body);
  if (isFirst) return paid;
  expect(reasonOf(paid)).toBe('S100');
  const transaction = { amount, merchantRef: `rehearsal-${orders}-next` };
  const currency = request === 'repeat' ? { currency: 'GBP' } : {};
  return merchant('POST', `${base}/${idOf(paid)}/${request}`, {
    transaction: { ...transaction, ...currency },
  });
}

/** The payer at the issuer's page, and the payment after it. */
async function passChallenge(response: TestResponse, { card = '', challenge }: Rehearsal): Promise<void> {
  const id = readChallengeId(response.body.threeDSecure) ?? '';
  const password = challenge === 'failed' ? 'give-up' : `Test_${card.slice(-4)}`;
  const ended = await completeChallenge(app.owner, id, password);
  const { cres } = challengeResponse(2, id, ended?.outcome ?? 'N');
  const resume = () =>
    merchant('POST', `${base}/${idOf(response)}/resume`, { threeDSecureResponse: { cres } });
  if (challenge === 'passed after X208') expect(reasonOf(await resume())).toBe('X208');
  await resume();
}

const endOf = async (id: string): Promise<{ code: string; authentication?: string }> => {
  const { body } = await merchant('GET', `${base}/${id}`);
  // The history is empty where the result is not known.
  const isPending = body.transaction.status === 'PENDING';
  const code = body.history.at(-1)?.reasonCode ?? (isPending ? 'U200' : undefined);
  return { code, authentication: body.threeDSecure?.status };
};

/** What the worker does for two and a half minutes. */
async function work(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    app.clock.advance(31 * secondMs);
    for (const job of [reconcilePayments, collectReports, settleProcessorEvents, settleDisputeEvents])
      await job.run(app.services);
  }
}

const rows = Object.entries(rehearsals).flatMap(([heading, list]) =>
  list.map((row, index): [string, Rehearsal] => [`${heading} ${index + 1}: ${row.effect.slice(0, 30)}`, row]),
);

describe.skipIf(isOverProtocol)('every row of the guide happens as it claims', () => {
  test.each(rows)('%s', async (_title, row) => {
    const response = await send(row);
    expect(reasonOf(response)).toBe(row.code);
    if (row.challenge) await passChallenge(response, row);
    else if (row.later !== undefined) {
      expect((await endOf(idOf(response))).code).toBe(row.code);
      await work();
    }
    const end = await endOf(idOf(response));
    expect(end.code).toBe(row.later ?? row.code);
    if (row.authentication) expect(end.authentication).toBe(row.authentication);
    if (row.dispute) {
      await work();
      expect(await disputesOf({ app }, idOf(response))).toMatchObject([{ stage: row.dispute }]);
    }
  });

  test('a refund that the bank has returned can be made again', async () => {
    const card = { pan: triggerCards.REFUND_FAILS_LATER, expiryDate: '1230', cv2: '123' };
    const paid = await merchant('POST', `${base}/payment`, {
      transaction: { currency: 'GBP', amount: '30.00', commerceType: 'ECOM', merchantRef: 'returned' },
      paymentMethod: { card },
    });
    const refund = async () => reasonOf(await merchant('POST', `${base}/${idOf(paid)}/refund`, {}));
    expect([await refund(), await refund()]).toEqual(['S100', 'V402']);
    await work();
    expect(await refund()).toBe('S100');
  });
});

test('a slow response is made once, however often it is requested', async () => {
  const body = {
    transaction: { currency: 'GBP', amount: '11.00', commerceType: 'ECOM', merchantRef: 'slow' },
    paymentMethod: { card: { pan: triggerCards.SLOW, expiryDate: '1230', cv2: '123' } },
  };
  const headers = { 'idempotency-key': 'slow-1' };
  const both = await Promise.all([1, 2].map(() => merchant('POST', `${base}/payment`, body, headers)));
  expect(both.map(reasonOf)).toEqual(['S100', 'S100']);
  expect(new Set(both.map(idOf)).size).toBe(1);
});

test('every trigger has a card number of its own and a row in the guide', () => {
  const numbers = Object.values(triggerCards);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((pan) => !passesLuhn(pan))).toEqual([]);
  const shown = Object.values(rehearsals)
    .flat()
    .map(({ card }) => card);
  expect(numbers.filter((pan) => !shown.includes(pan))).toEqual([]);
});
