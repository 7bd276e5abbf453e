import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { rollUpTotals } from '#features/record/reporting/server/totals.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';
import { buildPeriod, daysOfPeriod } from '../home-period.ts';
import type { Activity } from '../schemas.ts';

let app: TestApp;
let admin: Send;
const { starts, before } = buildPeriod(daysOfPeriod('WITHIN_1_MONTH', '2026-11-20'), {
  now: testStart,
  timeZone: 'Asia/Kolkata',
});
const interval = { from: starts[0] ?? '', until: starts.at(-1) ?? '' };
type Decline = Activity['declines'][number];

/** Reason, response and scheme of the failed payments, in turn. */
const failures = [
  ['D100', '51', 'VISA'],
  ['D100', '65', 'VISA'],
  ['D100', '65', 'MASTERCARD'],
  ['D100', '1A', 'VISA'],
  ['D100', null, null],
  ['A116', null, null],
  ['A116', null, null],
  [null, null, null],
] as const;

beforeAll(async () => {
  app = await startApp();
  // Every 97 minutes, from before the first day until after the last.
  for (let index = 0; index < 480; index += 1) {
    const [reasonCode, statusCode, scheme] = failures[index % failures.length] ?? [];
    const txnId = 10_000_000_001 + index;
    await insertTransaction(app.owner, {
      txnId,
      merchantId: index % 3 === 0 ? 1121 : 1111,
      at: new Date(testStart.getTime() + (index * 97 - 32 * 24 * 60) * 60_000),
      type: index % 11 === 0 ? 'REFUND' : 'PAYMENT',
      status: 'FAILED',
    });
    await app.owner`
      update txn set reason_code = ${reasonCode ?? null}, authoriser_code = ${statusCode ?? null}, card_scheme = ${scheme ?? null}
      where txn_id = ${txnId}`;
    await app.owner`
      update txn_total_change c set reason_code = coalesce(t.reason_code, '')
      from txn t where t.txn_id = ${txnId} and c.at = t.txn_datetime and c.merchant_id = t.merchant_id`;
  }
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

async function readReasons(orgIds: readonly number[] = []): Promise<Decline[]> {
  const { body } = await admin('POST', '/proxy/async/tqs/activity', { orgIds, starts, before });
  return (body as Activity).declines;
}

/** The ids of a reason's payments, from all pages. */
async function listAll(
  { reasonCode, responses }: Decline,
  orgIds: readonly number[] = [],
): Promise<string[]> {
  const ids: string[] = [];
  for (let hasMore = true; hasMore;) {
    const before = ids.length === 0 ? {} : { before: ids.at(-1) };
    const body = { orgIds, ...interval, reasonCode, responses, ...before };
    const page = await admin('POST', '/proxy/async/tqs/declines', body);
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    ids.push(...page.body.payments.map(({ transactionId }: { transactionId: string }) => transactionId));
    hasMore = page.body.hasMore;
  }
  return ids;
}

describe('listDeclines', () => {
  test('lists exactly the payments that a reason counts, latest first', async () => {
    const check = async (orgIds: readonly number[]) => {
      const declineReasons = await readReasons(orgIds);
      expect(declineReasons).toHaveLength(6);
      for (const reason of declineReasons) {
        const ids = await listAll(reason, orgIds);
        expect([reason.reasonCode, reason.statusCode, ids.length]).toEqual([
          reason.reasonCode,
          reason.statusCode,
          reason.number,
        ]);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)));
      }
    };
    await check([]);
    await check([1121]);
    await inTenant(app.services.database, 'all-tenants', (sql) => rollUpTotals(sql, 150));
    await check([]);
    await check([1111]);
  });

  test('joins only responses with the same meaning', async () => {
    const authentication = (await readReasons()).find(({ responses }) => responses.length > 1);
    const rows = await app.owner<{ response: string }[]>`
      select distinct concat(card_scheme, ' ', authoriser_code) as response from txn
      where txn_id = any (${authentication ? await listAll(authentication) : []}) order by 1`;
    expect(rows.map(({ response }) => response)).toEqual(['MASTERCARD 65', 'VISA 1A']);
  });

  test('has the fields of a row', async () => {
    const [reason] = (await readReasons()).filter(({ reasonCode }) => reasonCode === 'A116');
    const { body } = await admin('POST', '/proxy/async/tqs/declines', {
      orgIds: [],
      ...interval,
      reasonCode: 'A116',
      responses: reason?.responses,
    });
    const [first] = body.payments;
    expect(first).toEqual({
      transactionId: expect.stringMatching(/^100000/),
      at: expect.stringMatching(/Z$/),
      type: 'PAYMENT',
      amount: '12.50',
      currency: 'GBP',
      merchantReference: `TXN-${first.transactionId}`,
    });
  });

  test('rejects organisations out of reach', async () => {
    const body = { orgIds: [1211], ...interval, reasonCode: 'A116', responses: [] };
    expect((await admin('POST', '/proxy/async/tqs/declines', body)).status).toBe(403);
  });
});
