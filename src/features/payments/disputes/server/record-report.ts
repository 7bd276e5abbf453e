import type { TenantSql } from '#database/tenant.ts';
import type { DisputeReport } from '#integrations/processors/adapter.ts';
import { moveChargeback } from '#features/payments/payments/server/db/charges.ts';
import { isClosedDispute } from '#shared/payments/dispute-status.ts';
import { type DisputeState, foldDispute } from './fold-dispute.ts';
import {
  type DisputeKey,
  type DisputedCharge,
  type StoredDispute,
  insertDispute,
  insertDisputeEvent,
  insertFraudLabel,
  lockReported,
  readDispute,
  readFacts,
  storeChargedBack,
  updateDispute,
} from './db/dispute-table.ts';
import { recordDisputeEvents } from './dispute-events.ts';

export interface Report {
  connectionId: number;
  name: string;
  report: DisputeReport;
  /** When it happened, and the moment that orders it among the others. */
  at: Date;
  countsAt: Date;
  processorEvent: number;
}

/**
 * Stores a report and what it changes: the dispute, the money of the charge, the mark of fraud and the merchant's events.
 * False where the money cannot be booked yet; the next attempt tries again.
 */
export async function recordReport(
  sql: TenantSql,
  charge: DisputedCharge | undefined,
  { connectionId, ...event }: Report,
  now: Date,
): Promise<boolean> {
  const { report } = event;
  const before = await lockReported(sql, connectionId, report.dispute);
  const dispute = before ?? (charge && (await openDispute(sql, charge, { connectionId, ...event }, now)));
  // A report without an amount waits for the one that opens the dispute.
  if (!dispute) return false;
  await insertDisputeEvent(sql, dispute, event);
  return refreshDispute(sql, dispute, { isNew: before === undefined, now });
}

async function openDispute(
  sql: TenantSql,
  charge: DisputedCharge,
  { connectionId, report, countsAt, at }: Omit<Report, 'processorEvent' | 'name'>,
  now: Date,
): Promise<StoredDispute | undefined> {
  const state = foldDispute([{ countsAt, report }]);
  if (!state) return undefined;
  const key = { connectionId, processorReference: report.dispute };
  return (
    (await insertDispute(sql, charge, key, state, at, now)) ??
    (await lockReported(sql, connectionId, report.dispute))
  );
}

/** Computes a locked dispute from everything that is stored of it. False where its money cannot be booked. */
export async function refreshDispute(
  sql: TenantSql,
  dispute: StoredDispute,
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<boolean> {
  const facts = await readFacts(sql, dispute);
  const state = foldDispute(facts);
  if (!state) return false;
  const hasChanged = isNew || isOther(dispute, state);
  const openedAt = facts.reduce((first, { at }) => (at < first ? at : first), dispute.openedAt);
  if (hasChanged || openedAt < dispute.openedAt) {
    const closedAt = isClosedDispute(state.status) ? (dispute.closedAt ?? now) : null;
    await updateDispute(sql, dispute, state, { openedAt, closedAt, now });
  }
  if (state.isFraud)
    await insertFraudLabel(sql, dispute, {
      source: 'DISPUTE',
      at: openedAt,
      reason: state.reasonCode ?? state.reason,
    });
  const isBooked = await book(sql, dispute, state, now);
  if (hasChanged) {
    const after = await requireDispute(sql, dispute);
    await recordDisputeEvents(sql, after, { isNew, wasClosed: dispute.closedAt !== null && !isNew, now });
  }
  return isBooked;
}

const isOther = (dispute: StoredDispute, state: DisputeState): boolean =>
  dispute.stage !== state.stage ||
  dispute.status !== state.status ||
  dispute.amountMinor !== state.amountMinor ||
  dispute.ccyCode !== state.currency ||
  dispute.reasonCode !== state.reasonCode ||
  dispute.reason !== state.reason ||
  dispute.scheme !== state.scheme ||
  dispute.isFraud !== state.isFraud ||
  dispute.chargedBackMinor !== state.chargedBackMinor ||
  (dispute.deadline?.getTime() ?? 0) !== (state.deadline === null ? 0 : new Date(state.deadline).getTime());

async function book(
  sql: TenantSql,
  dispute: StoredDispute,
  { chargedBackMinor, currency }: DisputeState,
  now: Date,
): Promise<boolean> {
  const amountMinor = chargedBackMinor - dispute.chargedBackMinor;
  if (amountMinor === 0) return true;
  const { companyId, merchantId, txnId: chargeId } = dispute;
  const movement = { companyId, merchantId, chargeId, currency, amountMinor };
  if (!(await moveChargeback(sql, movement, now))) return false;
  await storeChargedBack(sql, dispute, chargedBackMinor);
  return true;
}

export async function requireDispute(
  sql: TenantSql,
  key: DisputeKey,
  options: { lock?: boolean } = {},
): Promise<StoredDispute> {
  const dispute = await readDispute(sql, key, options);
  if (!dispute) throw new Error(`dispute ${key.disputeId} vanished`);
  return dispute;
}
