import type { CaseOutcome } from '#features/review/cases/case-status.ts';
import { type CaseContext, recordEvent } from '#features/review/cases/server/case-context.ts';
import { closeCaseFor } from '#features/review/cases/server/close-case.ts';
import { openCaseForTransaction } from '#features/review/cases/server/open-case.ts';
import { permissions } from '#shared/permissions.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { Services } from '#server/services.ts';

const company = { id: 1100, path: '/1000/1100' };
const analyst = 'analyst@harbour.example';

interface DemoCase {
  /** The position of its customer among those who paid last. */
  customer: number;
  note: string;
  outcome?: CaseOutcome;
}

const cases: readonly DemoCase[] = [
  { customer: 45, note: 'The customer answered the phone and knows the order.', outcome: 'GENUINE' },
  { customer: 40, note: 'The issuer reported the card as stolen.', outcome: 'FRAUD' },
  { customer: 35, note: 'A child ordered with the card of a parent. Refunded.', outcome: 'FRIENDLY' },
  { customer: 31, note: 'Parcel collected by a stranger. The courier confirms it.', outcome: 'FRAUD' },
  {
    customer: 27,
    note: 'New address after a move. Council letter attached to the email.',
    outcome: 'GENUINE',
  },
  {
    customer: 22,
    note: 'The customer denies an order that the tracking shows as delivered.',
    outcome: 'FRIENDLY',
  },
  { customer: 16, note: 'Three names with one telephone number.' },
  { customer: 11, note: 'Waiting for the issuer to answer.' },
  { customer: 6, note: 'Orders at night to a parcel locker. The shop holds the next one.' },
  { customer: 2, note: 'Several orders to one address. The courier is asked for a signature.' },
];

/** Cases of Harbour Group through the functions of the handlers: six closed and four open. */
export async function seedCases(services: Services, now: Date): Promise<void> {
  await inTenant(services.database, [company.id], async (sql) => {
    const [user] = await sql<{ userId: string }[]>`
      select user_id from app_user where user_name_key = ${analyst}`;
    const payments = await sql<{ txnId: number; paidAt: Date; merchantId: number; path: string }[]>`
      select txn_id, txn_datetime as paid_at, merchant_id, o.path from (
        select distinct on (customer_email) txn_id, txn_datetime, merchant_id from txn
        where company_id = ${company.id} and txn_status = 'SUCCESS' and txn_type = 'PAYMENT'
          and customer_email is not null and card_correlation_id is not null
        order by customer_email, txn_datetime desc
      ) newest join organisation o on o.id = merchant_id
      order by paid_at desc, txn_id limit 50`;
    for (const { customer, note, outcome } of cases) {
      const payment = payments[customer];
      if (!payment || !user) continue;
      const at = (minutes: number) =>
        contextAt({ sql, services }, user.userId, earlier(now, addMs(payment.paidAt, minutes * minuteMs)));
      const { txnId } = payment;
      const { caseId, isNew } = await openCaseForTransaction(at(20), 'openCase', {
        companyId: company.id,
        txnId,
      });
      if (!isNew) continue;
      const key = { companyId: company.id, caseId: Number(caseId) };
      await recordEvent(at(45), key, { kind: 'NOTE', note });
      const closing = at(180);
      const { merchantId, path } = payment;
      const resource = { ...key, merchantId, path };
      if (outcome) await closeCaseFor({ ...closing, resource }, { version: 1, outcome });
    }
  });
}

const earlier = (left: Date, right: Date): Date => (left < right ? left : right);

function contextAt(
  { sql, services }: { sql: TenantSql; services: Services },
  userId: string,
  now: Date,
): CaseContext {
  return {
    sql,
    services,
    now,
    caller: {
      kind: 'user',
      id: userId,
      name: 'Noor Rahman',
      organisation: { id: company.id, name: 'Harbour Group', path: company.path },
      domainUser: false,
      held: permissions.map((name) => ({ name, scope: company.path, cascade: true })),
      tenantIds: [company.id],
    },
    request: { id: 'demo-cases', ip: '203.0.113.10' } as RequestInfo,
  };
}
