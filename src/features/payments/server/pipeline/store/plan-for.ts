import type { PaymentRequest } from '#features/payments/request/parse-payment.ts';
import type { Sql } from '#database/connection.ts';
import type { ScheduleBody } from '#features/schedules/definition/schedule-body.ts';
import { type Planned, planSchedule } from '#features/schedules/server/store/plan-schedule.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { Installation } from './installation-store.ts';

/**
 * The schedule that a new payment or a repeat begins, if it names one; money out begins none. `sql` is the transaction
 * where there is one: a second connection wanted by all who hold a first would be waited for without end.
 */
export async function planFor(
  sql: Sql,
  context: PaymentContext,
  body: ScheduleBody | undefined,
  request: Pick<PaymentRequest, 'currency' | 'amountMinor' | 'sequence'> &
    Partial<Pick<PaymentRequest, 'operation'>>,
  supports: Pick<Installation, 'recurring' | 'instalments'>,
): Promise<Planned | undefined> {
  if (!body) return undefined;
  if (request.operation === 'payout') return { ok: false, code: 'V104' };
  const { merchantId, merchantPath, now } = context;
  const { currency, amountMinor, sequence } = request;
  return planSchedule(sql, {
    body,
    merchantId,
    merchantPath,
    currency,
    amountMinor,
    sequence,
    supports,
    now,
  });
}
