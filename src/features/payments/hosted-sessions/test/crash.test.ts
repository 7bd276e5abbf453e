import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  killAfterPauses,
  startServer,
  sweepEverything,
} from '#features/payments/payments/test/crashing-server.ts';
import {
  expectBooksToBalance,
  expectProcessorToAgree,
} from '#features/payments/payments/test/payment-fixtures.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { asForm, declined, enrolled, formType, good, openAs, sessionOf } from './session-fixtures.ts';

const basic = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;
const rounds = 4;
const payers = 8;
const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);

/** The age in milliseconds at which the sweeper resolves an intent. */
const graceMs = '800';

/** A killed gateway closes its connections at once, so this only waits for a slow machine. */
const patienceMs = 20_000;

interface PageState {
  transactionState: string;
  step: string;
  transactionId: string | null;
}

test(`pays a session once, whenever the gateway is killed (seed ${seed})`, async () => {
  const app = await startApp();
  const merchant = actAsMerchant(app);
  const server = await startServer(app.databaseUrl, graceMs);
  const stop = new AbortController();
  /** Results that the page showed as final. */
  const finalResults = new Map<string, PageState>();
  let openedCount = 0;

  const callPage = async (
    page: string,
    path: string,
    body: object | string | undefined,
  ): Promise<PageState | undefined> => {
    const isForm = typeof body === 'string';
    const headers = isForm ? formType : { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${server.port}${page}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined ? {} : { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) }),
    }).catch(() => undefined);
    return response?.status === 200
      ? ((await response.json().catch(() => undefined)) as PageState)
      : undefined;
  };

  /** Opened at the server that is killed, which uses the real clock. */
  const openSession = async (fixed: string) => {
    const sendToServer: Send = async (method, url, body) => {
      const request = {
        method,
        headers: { authorization: basic, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      };
      const response = await fetch(`http://127.0.0.1:${server.port}${url}`, request);
      return { status: response.status, body: await response.json(), headers: {} };
    };
    const body = sessionOf({ money: { currency: 'GBP', amount: { fixed } } });
    return openAs(app, sendToServer, body).catch(() => sleep(50).then(() => undefined));
  };

  /** Submits repeatedly from two windows with other cards. */
  const pay = async (number: number): Promise<void> => {
    while (!stop.signal.aborted) {
      openedCount += 1;
      const sessionNumber = openedCount;
      const fixed = sessionNumber % 3 === 0 ? '40.00' : '12.00';
      const payer = await openSession(fixed);
      if (!payer) continue;
      const { page, sessionId } = payer;
      for (
        let attempts = 0;
        attempts < 60 && !finalResults.has(sessionId) && !stop.signal.aborted;
        attempts += 1
      ) {
        const card =
          sessionNumber % 3 === 0 ? enrolled : attempts === 0 && sessionNumber % 4 === 0 ? declined : good;
        const submitFrom = (windowNumber: number) =>
          callPage(page, '/submit', {
            submission: `press-${number}-${sessionNumber}-${attempts}-${windowNumber}`.padEnd(16, '0'),
            card,
          });
        const [state = await callPage(page, '', undefined)] = await Promise.all([
          submitFrom(1),
          attempts % 2 === 0 ? submitFrom(2) : undefined,
        ]);
        if (state?.step === 'CHALLENGE' && state.transactionId) await confirm(page, state.transactionId);
        if (state?.transactionState === 'SUCCESS') finalResults.set(sessionId, state);
        else if (state?.step === 'CLOSED' || state?.step === 'RESULT') break;
        else await sleep(40);
      }
    }
  };
  const confirm = async (page: string, txnId: string): Promise<void> => {
    const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
    const challenge = readChallengeId(read.body.threeDSecure) ?? '';
    const outcome = (await completeChallenge(app.owner, challenge, 'Test_5132'))?.outcome;
    if (!outcome) return;
    const back = asForm(challengeResponse(2, challenge, outcome));
    await callPage(page.replace('/session/', '/authenticated/'), '', back);
  };

  const working = Promise.all(Array.from({ length: payers }, (_, number) => pay(number)));
  const pauses = fc.sample(fc.integer({ min: 80, max: 450 }), { numRuns: rounds, seed });
  await killAfterPauses(app, server, pauses, graceMs);
  // A busy machine needs longer.
  await expect.poll(() => finalResults.size, { timeout: 60_000 }).toBeGreaterThan(2);
  stop.abort();
  await working;
  server.child.kill('SIGKILL');
  await sweepEverything(app);

  await expectPaidOnce(app, finalResults);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await app.stop();
}, 180_000);

async function expectPaidOnce(app: TestApp, finalResults: ReadonlyMap<string, PageState>): Promise<void> {
  const moreThanOnce = await app.owner`
    select a.session_id from hosted_session_attempt a join txn t on t.txn_id = a.txn_id and t.txn_status = 'SUCCESS'
    group by a.session_id having count(*) > 1`;
  expect(moreThanOnce).toEqual([]);
  // Every payment belongs to an attempt, every attempt to a payment.
  const loose = await app.owner`
    select a.session_id, t.txn_id from hosted_session_attempt a full join txn t on t.txn_id = a.txn_id
    where a.session_id is null or t.txn_id is null`;
  expect(loose).toEqual([]);
  for (const [sessionId, { transactionId }] of finalResults) {
    const paid = await app.owner`
      select s.txn_id::text as id from hosted_session s join txn t on t.txn_id = s.txn_id and t.txn_status = 'SUCCESS'
      where s.session_id = ${sessionId}`;
    expect(paid).toEqual([{ id: transactionId }]);
  }
}
