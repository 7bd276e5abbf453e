import { expect } from 'vitest';
import type { TestResponse, Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export const base = '/acceptor/rest/transactions/5300001';
export const goodCard = {
  pan: '9900000000000010',
  expiryDate: '1230',
  cv2: '123',
  cardHolderName: 'A Buyer',
};
export const declinedCard = { ...goodCard, pan: '9900000000000168' };
export const enrolledCard = { ...goodCard, pan: '9900000000005159' };

type Fields = Record<string, unknown>;

/** A payment body of 25.00 GBP; each part can be changed. */
export function payment(
  transaction: Fields = {},
  method: Fields = { card: goodCard },
  more: Fields = {},
): Fields {
  return {
    transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM', ...transaction },
    paymentMethod: method,
    ...more,
  };
}

/** Takes a payment that must succeed; returns its id. */
export async function paid(merchant: Send, transaction: Fields = {}, more: Fields = {}): Promise<string> {
  const response = await merchant('POST', `${base}/payment`, payment(transaction, { card: goodCard }, more));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.transaction.transactionId as string;
}

export const transactionIdOf = ({ body }: TestResponse): string => body.transaction.transactionId;
export const reason = (response: TestResponse): string =>
  response.body.outcome?.reasonCode ?? response.body.reasonCode;

/** Sums of every charge equal the ledger, refunds stay within captures, and every card that has paid is known. */
export async function expectBooksToBalance(app: Pick<TestApp, 'owner'>): Promise<void> {
  const unbalanced = await app.owner`
    select p.root_id from payment p
    left join lateral (
      select coalesce(sum(case kind when 'CAPTURE' then amount_minor when 'CAPTURE_REVERSAL' then -amount_minor end), 0) as captured,
             coalesce(sum(case kind when 'REFUND' then amount_minor when 'REFUND_REVERSAL' then -amount_minor end), 0) as refunded,
             coalesce(sum(case kind when 'CHARGEBACK' then amount_minor when 'CHARGEBACK_REVERSAL' then -amount_minor end), 0)
               as charged_back
      from ledger_entry l where l.root_id = p.root_id and l.company_id = p.company_id
    ) l on true
    where p.captured_minor <> l.captured or p.refunded_minor <> l.refunded or p.charged_back_minor <> l.charged_back
      or p.refunded_minor + p.refund_pending_minor > p.captured_minor or p.captured_minor > p.authorised_minor`;
  expect(unbalanced).toEqual([]);
  const unbooked = await app.owner`
    select t.txn_id from txn t
    left join (
      select txn_id, company_id from ledger_entry where kind not like 'CHARGEBACK%' group by 1, 2
      having count(*) filter (where kind not like '%_REVERSAL') > count(*) filter (where kind like '%_REVERSAL')
    ) l on l.txn_id = t.txn_id and l.company_id = t.company_id
    where (t.txn_status = 'SUCCESS'
           and t.txn_type in ('PAYMENT', 'REPEAT', 'CAPTURE', 'REFUND', 'PAYOUT', 'PAYOUT_COMPLETE'))
      <> (l.txn_id is not null)`;
  expect(unbooked).toEqual([]);
  // The roll-ups have the requested amounts only.
  const differing = await app.owner`
    select txn_id from txn
    where amount_minor <> case when txn_status in ('SUCCESS', 'VOIDED') then requested_minor else 0 end`;
  expect(differing).toEqual([]);
  // The known cards of the settlements are those of the transactions, from which migration 0034 takes them.
  const unknownPaidCards = await app.owner`
    select * from (
      select distinct company_id, card_correlation_id as fingerprint from txn
      where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED')
        and authoriser_status = 'AUTHORISED' and card_correlation_id is not null
    ) expected
    full join (select *, true as is_stored from known_card) stored using (company_id, fingerprint)
    where expected is null or is_stored is null`;
  expect(unknownPaidCards).toEqual([]);
  const miscounted = await app.owner`
    select * from (
      select company_id, merchant_id, date_trunc('hour', txn_datetime) as hour, txn_type, txn_status, reason_code,
             ccy_code, count(*) as number, sum(requested_minor) as minor
      from txn group by 1, 2, 3, 4, 5, 6, 7
    ) counted
    full join (
      select company_id, merchant_id, hour, txn_type, txn_status, reason_code, ccy_code, sum(number) as number,
             sum(minor) as minor
      from (
        select company_id, node_id as merchant_id, bucket as hour, txn_type, txn_status, reason_code, ccy_code, number,
               requested_minor as minor
        from txn_total where granularity = 'hour' and node_id <> company_id
        union all
        select company_id, merchant_id, date_trunc('hour', at), txn_type, txn_status, reason_code, ccy_code, change,
               change * requested_minor
        from txn_total_change
      ) both_kinds
      group by 1, 2, 3, 4, 5, 6, 7 having sum(number) <> 0
    ) stored using (company_id, merchant_id, hour, txn_type, txn_status, reason_code, ccy_code, number, minor)
    where counted is null or stored is null`;
  expect(miscounted).toEqual([]);
}

/** The processor and our ledger have the same movements. */
export async function expectProcessorToAgree(app: Pick<TestApp, 'owner'>): Promise<void> {
  const differing = await app.owner`
    select coalesce(o.reference, t.txn_id::text) as id, o.kind, o.response ->> 'result' as theirs, t.txn_status as ours
    from (select * from sandbox.operation done where state = 'DONE' and response ->> 'result' = 'APPROVED'
          -- What was reversed and its reversal cancel each other out.
          and reference not like '%-R%' and not exists (
            select from sandbox.operation r where r.related = done.reference and r.reference like '%-R%'
              and r.state = 'DONE' and r.response ->> 'result' = 'APPROVED')) o
    full join (
      select * from txn where txn_type <> 'PAYOUT_INITIALIZE' and txn_type <> 'PAYOUT_VOID'
        and txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED') and auth_code is not null
    ) t on t.txn_id::text = o.reference
    where (o.reference is null or t.txn_id is null or o.amount_minor <> t.requested_minor)
      -- A refused verify holds nothing that could be released.
      and not exists (select from txn v where v.txn_id::text = o.reference and v.txn_type = 'VERIFY'
        and v.reason_code in ('A116', 'C102', 'C103', 'A110'))
      and not exists (select from processor_intent i where i.txn_id::text = o.reference and i.state <> 'DONE')`;
  expect(differing).toEqual([]);
}

/** The kinds of a payment's operations at the processor, in order. */
export async function listOperations(app: TestApp, id: string): Promise<string[]> {
  const rows = await app.owner<{ kind: string }[]>`
    select kind from sandbox.operation where reference = ${id} or related = ${id} order by received_at`;
  return rows.map(({ kind }) => kind);
}

/**
 * What endTransaction leaves of every transaction that has ended: its last line of history is its end, nothing blocks a second
 * attempt at a failed payment, and the request's response is saved.
 */
export async function expectEveryEnd(app: Pick<TestApp, 'owner'>): Promise<void> {
  const unended = await app.owner`
    select t.txn_id, t.txn_type, t.txn_status, t.reason_code, h.status, h.reason_code as line_reason
    from txn t
    left join lateral (
      select status, reason_code from txn_history h where h.txn_id = t.txn_id order by sequence desc limit 1
    ) h on true
    where t.txn_status not like 'SUSPENDED%'
      and (h.status is distinct from t.txn_status or h.reason_code is distinct from t.reason_code)`;
  expect(unended).toEqual([]);
  const blocking = await app.owner`
    select t.txn_id from txn t join duplicate_guard g on g.txn_id = t.txn_id
    where t.txn_status in ('FAILED', 'CANCELLED')`;
  expect(blocking).toEqual([]);
  const unanswered = await app.owner`
    select t.txn_id from txn t join idempotency_key k on k.txn_id = t.txn_id
    where t.txn_status not like 'SUSPENDED%' and k.status is null`;
  expect(unanswered).toEqual([]);
}

/** The end of a test file that moved money. */
export async function closeMerchant(app: TestApp): Promise<void> {
  await expectEveryEnd(app);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await app.stop();
}
