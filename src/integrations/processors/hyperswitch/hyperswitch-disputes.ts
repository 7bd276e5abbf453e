import * as z from 'zod/mini';
import { type DisputeStage, type DisputeStatus, isFraudCode } from '#shared/payments/dispute-status.ts';
import type { ConnectRequest, DisputeReport, ProcessorConnection } from '../adapter.ts';
import { fromProcessorMinor } from '../processor-amount.ts';
import { callHyperswitch } from './hyperswitch-client.ts';
import { hyperswitchCurrencies } from './hyperswitch-codes.ts';

const text = z.optional(z.nullable(z.string()));

const dispute = z.looseObject({
  dispute_id: z.string(),
  payment_id: z.string(),
  /** In minor units, as a text. */
  amount: z.string().check(z.regex(/^\d{1,15}$/)),
  currency: z.string(),
  dispute_stage: z.string(),
  dispute_status: z.string(),
  connector_reason: text,
  connector_reason_code: text,
  challenge_required_by: text,
});

const stages: Readonly<Record<string, DisputeStage>> = {
  pre_dispute: 'INQUIRY',
  dispute: 'CHARGEBACK',
  dispute_reversal: 'CHARGEBACK',
  pre_arbitration: 'PRE_ARBITRATION',
  arbitration: 'ARBITRATION',
};

/** The money is taken for certain once the dispute has ended against the merchant; the API does not have earlier movements. */
const statuses: Readonly<Record<string, readonly [DisputeStatus, money?: 'taken' | 'returned']>> = {
  dispute_opened: ['NEEDS_RESPONSE'],
  dispute_challenged: ['UNDER_REVIEW'],
  dispute_expired: ['EXPIRED', 'taken'],
  dispute_accepted: ['ACCEPTED', 'taken'],
  dispute_lost: ['LOST', 'taken'],
  dispute_won: ['WON', 'returned'],
  dispute_cancelled: ['WITHDRAWN', 'returned'],
};

/** Undefined for an unknown stage, status or currency: the report is stored unchanged and counted. */
export function readDisputeReport(object: unknown): DisputeReport | undefined {
  const parsed = dispute.safeParse(object);
  if (!parsed.success) return undefined;
  const one = parsed.data;
  const stage = stages[one.dispute_stage];
  const [status, money] = statuses[one.dispute_status] ?? [];
  const digits = hyperswitchCurrencies[one.currency];
  const amountMinor =
    digits === undefined ? undefined : fromProcessorMinor(Number(one.amount), one.currency, digits);
  if (!stage || !status || amountMinor === undefined) return undefined;
  // An inquiry takes no money.
  const taken = money === 'taken' && stage !== 'INQUIRY' ? amountMinor : 0;
  return {
    dispute: one.dispute_id,
    gatewayReference: one.payment_id,
    stage,
    status,
    amountMinor,
    currency: one.currency,
    ...(money ? { chargedBackMinor: taken } : {}),
    ...(one.connector_reason_code
      ? {
          reasonCode: one.connector_reason_code.slice(0, 20),
          isFraud: isFraudCode(one.connector_reason_code),
        }
      : {}),
    ...(one.connector_reason ? { reason: one.connector_reason.slice(0, 200) } : {}),
    ...deadlineOf(one.challenge_required_by),
  };
}

function deadlineOf(time: string | null | undefined): { deadline?: string } {
  const deadline = new Date(time ?? '');
  return Number.isNaN(deadline.getTime()) ? {} : { deadline: deadline.toISOString() };
}

/** Reports come in no order, so the dispute is read before it is settled. It is answered in the control center. */
export const lookupHyperswitchDispute =
  (request: ConnectRequest): NonNullable<ProcessorConnection['lookupDispute']> =>
  async ({ dispute: id }) => {
    const path = `/disputes/${encodeURIComponent(id)}`;
    const reply = await callHyperswitch(request, dispute, { path, method: 'GET' });
    if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
    const report = reply.kind === 'ok' ? readDisputeReport(reply.body) : undefined;
    return report ? { kind: 'report', report } : { kind: 'unknown' };
  };
