import { sqlState } from '#database/sql-state.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { preauthLifeMs } from '../../follow-up.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { addMs } from '#server/clock.ts';

/** How long a follow-up waits for the lock of a charge before L100 (docs/domain.md#follow-ups). */
const lockWait = '5s';

/** A row of `payment` for a new charge: the sums of its captures and refunds. */
export async function insertCharge(
  sql: TenantSql,
  charge: {
    chargeId: number;
    companyId: number;
    merchantId: number;
    installationId: number;
    currency: string;
    expiresAt?: Date | null;
  },
): Promise<void> {
  const { chargeId, companyId, merchantId, installationId, currency, expiresAt = null } = charge;
  await sql`
    insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code, expires_at)
    values (${chargeId}, ${companyId}, ${merchantId}, ${installationId}, ${currency}, ${expiresAt})`;
}

/** Locks the charge for the rest of the transaction and runs `query` under the lock. Throws 55P03 after five seconds. */
export async function lockCharge<T>(
  sql: TenantSql,
  { companyId, chargeId }: { companyId: number; chargeId: number },
  query: () => Promise<T>,
): Promise<T> {
  const [, , result] = await pipelined(sql, [
    () => sql`select set_config('lock_timeout', ${lockWait}, true)`,
    () => sql`select 1 from payment where root_id = ${chargeId} and company_id = ${companyId} for update`,
    query,
  ]);
  return result;
}

/** PostgreSQL's lock_not_available: another operation held the charge for longer than a follow-up waits. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** A follow-up is in progress on the charge; a refund reserves its amount. */
export async function startOnCharge(
  sql: TenantSql,
  { companyId, chargeId }: { companyId: number; chargeId: number },
  txnId: number,
  reservedMinor: number,
): Promise<void> {
  await sql`
    update payment set in_progress = ${txnId}, refund_pending_minor = refund_pending_minor + ${reservedMinor}
    where root_id = ${chargeId} and company_id = ${companyId}`;
}

/** The follow-up no longer blocks others: a refund that the processor has accepted is already counted. */
export async function unblockCharge(
  sql: TenantSql,
  { companyId, chargeId }: { companyId: number; chargeId: number },
  txnId: number,
): Promise<void> {
  await sql`
    update payment set in_progress = null
    where root_id = ${chargeId} and company_id = ${companyId} and in_progress = ${txnId}`;
}

/** A settled operation and the charge that it changes. */
export interface ChargeMovement {
  companyId: number;
  merchantId: number;
  txnId: number;
  type: TransactionType;
  amount: number;
  currency: string;
  chargeId: number;
  relatedId: number | null;
  receivedAt: Date;
}

/** Updates the sums of the charge. The CHECK constraints of `payment` enforce the limits a second time. */
export async function updateBalances(
  sql: TenantSql,
  { companyId, txnId, type, amount, chargeId, relatedId, receivedAt }: ChargeMovement,
  approved: boolean,
): Promise<void> {
  const approvedAmount = approved ? amount : 0;
  const isCharge = type === 'PAYMENT' || type === 'REPEAT';
  const isCompletion = isCharge || type === 'CAPTURE' || type === 'PAYOUT_COMPLETE';
  const isVoid = type === 'PREAUTH_VOID' || type === 'PAYOUT_VOID';
  const isPreauth = type === 'PREAUTH';
  const update = () => sql`
    update payment set
      authorised_minor = authorised_minor + ${isCharge || isPreauth ? approvedAmount : 0},
      captured_minor = captured_minor + ${isCharge || type === 'CAPTURE' ? approvedAmount : 0},
      refunded_minor = refunded_minor + ${type === 'REFUND' ? approvedAmount : 0},
      refund_pending_minor = refund_pending_minor - ${type === 'REFUND' ? amount : 0},
      captured_by = case when ${approved && isCompletion} then ${txnId} else captured_by end,
      voided_by = case when ${approved && isVoid} then ${txnId} else voided_by end,
      expires_at = case when ${approved && isPreauth} then ${addMs(receivedAt, preauthLifeMs)}::timestamptz
                        when ${approved && (isCompletion || isVoid)} then null else expires_at end,
      version = version + 1
    where root_id = ${chargeId} and company_id = ${companyId}`;
  // A repeat is in progress on the charge that it repeats, not on its own.
  const unblock = () => sql`
    update payment set in_progress = null
    where in_progress = ${txnId} and company_id = ${companyId} and root_id in (${chargeId}, ${relatedId ?? chargeId})`;
  await pipelined(sql, relatedId === null ? [update] : [update, unblock]);
}

type LedgerKind = 'CAPTURE' | 'REFUND' | 'PAYOUT';
export const ledgerKinds: Partial<Record<TransactionType, LedgerKind>> = {
  PAYMENT: 'CAPTURE',
  REPEAT: 'CAPTURE',
  CAPTURE: 'CAPTURE',
  REFUND: 'REFUND',
  PAYOUT: 'PAYOUT',
  PAYOUT_COMPLETE: 'PAYOUT',
};

/** The ledger entry of money that moved. */
export async function insertLedgerEntry(
  sql: TenantSql,
  { companyId, txnId, type, amount, currency, merchantId, chargeId }: ChargeMovement,
  now: Date,
): Promise<void> {
  const kind = ledgerKinds[type];
  if (!kind) return;
  await sql`
    insert into ledger_entry (txn_id, company_id, root_id, merchant_id, at, kind, ccy_code, amount_minor)
    values (${txnId}, ${companyId}, ${chargeId}, ${merchantId}, ${now}, ${kind}, ${currency}, ${amount})`;
}

/**
 * The statements that take back the money of an operation: the opposite ledger entry, and the sums of the charge. The CHECK
 * constraints refuse what is impossible, such as taking back a capture that has been refunded.
 */
export function reverseMovement(
  sql: TenantSql,
  {
    companyId,
    txnId,
    type,
    amount,
    currency,
    merchantId,
    chargeId,
  }: Omit<ChargeMovement, 'relatedId' | 'receivedAt'>,
  now: Date,
): (() => Promise<unknown>)[] {
  const kind = type === 'REFUND' ? 'REFUND_REVERSAL' : 'CAPTURE_REVERSAL';
  const refunded = type === 'REFUND' ? amount : 0;
  const captured = type === 'REFUND' ? 0 : amount;
  return [
    async () => sql`
      insert into ledger_entry (txn_id, company_id, root_id, merchant_id, at, kind, ccy_code, amount_minor)
      values (${txnId}, ${companyId}, ${chargeId}, ${merchantId}, ${now}, ${kind}, ${currency}, ${amount})`,
    async () => sql`
      update payment set refunded_minor = refunded_minor - ${refunded}, captured_minor = captured_minor - ${captured},
        captured_by = case when captured_by = ${txnId} and ${captured > 0} then null else captured_by end,
        version = version + 1
      where root_id = ${chargeId} and company_id = ${companyId}`,
  ];
}

/** What disputes have taken of a charge. */
interface ChargebackMovement {
  companyId: number;
  merchantId: number;
  chargeId: number;
  currency: string;
  /** Negative: it is given back. */
  amountMinor: number;
}

/**
 * Books what the processor has taken for a dispute, or given back, under the lock of the charge. The part that could still have
 * been refunded is held, so that no refund gives it a second time. False where the charge cannot have it: another currency, or
 * more than was captured.
 */
export async function moveChargeback(
  sql: TenantSql,
  { companyId, merchantId, chargeId, currency, amountMinor }: ChargebackMovement,
  now: Date,
): Promise<boolean> {
  const [moved] = await sql`
    update payment set charged_back_minor = charged_back_minor + ${amountMinor},
      dispute_hold_minor = least(charged_back_minor + ${amountMinor}, captured_minor - refunded_minor - refund_pending_minor),
      version = version + 1
    where root_id = ${chargeId} and company_id = ${companyId} and ccy_code = ${currency}
      and charged_back_minor + ${amountMinor} between 0 and captured_minor
    returning 1`;
  if (!moved) return false;
  const kind = amountMinor > 0 ? 'CHARGEBACK' : 'CHARGEBACK_REVERSAL';
  await sql`
    insert into ledger_entry (txn_id, company_id, root_id, merchant_id, at, kind, ccy_code, amount_minor, sequence)
    select ${chargeId}, ${companyId}, ${chargeId}, ${merchantId}, ${now}, ${kind}, ${currency},
           ${Math.abs(amountMinor)}, count(*)
    from ledger_entry where txn_id = ${chargeId} and company_id = ${companyId} and kind = ${kind}`;
  return true;
}
