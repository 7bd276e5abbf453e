import { formatMinor } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { loadFollowUpFeatures } from '#features/payments/payments/server/db/installations.ts';
import {
  type TransactionRecord,
  findTransaction,
  toOriginal,
  toRootState,
} from '#features/payments/payments/server/db/transactions.ts';
import {
  type ActionBlock,
  type FollowUpAction,
  type FollowUpFeatures,
  type OriginalTransaction,
  type RootState,
  checkScheduleAllowed,
  checkState,
  decideFollowUp,
  refundableMinor,
  repeatAvailability,
} from '#features/payments/payments/follow-up.ts';
import { sendReceipt } from '#features/payments/receipts/endpoints.ts';
import { receiptKind } from '#features/payments/receipts/receipt-kind.ts';
import { hasLiveSchedule } from '#features/payments/schedules/server/db/schedule.ts';
import type { InstallationResource } from '#server/auth/authorized-resource.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { isSuspended } from '#shared/payments/transaction-kind.ts';
import { pauseCard } from '#shared/payments/declines.ts';
import type { TransactionDetails } from '../schemas.ts';

/** The actions that the state machine allows and the user may perform (docs/decisions/0004). */
export async function loadActions(
  sql: TenantSql,
  row: TransactionRecord,
  caller: Caller,
  paths: InstallationResource['paths'],
  now: Date,
  queueBusy: boolean,
) {
  const [merchantPath] = paths;
  const features = await loadFollowUpFeatures(sql, row.installationId, merchantPath);
  const root = await loadRoot(sql, row);
  const available = actionAvailability(toOriginal(row), toRootState(row), {
    features,
    queueBusy,
    sequenceType: root.continuousAuthorityType,
    repeatOf: { original: toOriginal(root), root: toRootState(root) },
    cardRegistered: row.registered ?? false,
    now,
  });
  const restrict = <B extends ActionBlock>(block: B, name: Permission): B => {
    const may = paths.some((path) => mayOn(caller, name, path));
    return {
      ...block,
      permitted: may && block.permitted,
      availableToProcess: may && block.availableToProcess,
    };
  };
  const { newTransactionInformation } = available;
  const repeatInformation = restrict(available.repeatInformation, 'P_REPEAT_TRANSACTION');
  const newPayment = restrict(newTransactionInformation.PAYMENT, 'P_NEW_PAYMENT');
  const { amountMinor, ...refund } = restrict(available.refundInformation, 'P_REFUND_TRANSACTION');
  return {
    refundInformation: { ...refund, amount: formatMinor(amountMinor, row.ccyCode) },
    captureInformation: restrict(available.captureInformation, 'P_CAPTURE_TRANSACTION'),
    cancelInformation: restrict(available.cancelInformation, 'P_CANCEL_TRANSACTION'),
    repeatInformation,
    addScheduleInformation: restrict(
      await canAddSchedule(sql, row, merchantPath, available.repeatInformation.allowedTypes.length > 0),
      'P_REPEAT_TRANSACTION',
    ),
    newTransactionInformation: {
      PAYMENT: newPayment,
      PAYOUT: restrict(newTransactionInformation.PAYOUT, 'P_NEW_PAYOUT'),
    },
    receiptInformation: paths.some((path) => receiptPermissions.some((name) => mayOn(caller, name, path)))
      ? findReceipt(row)
      : null,
    cardPause:
      repeatInformation.permitted || newPayment.permitted ? await loadCardPause(sql, row, now) : null,
  };
}

const receiptPermissions = sendReceipt.auth.anyOf;

function findReceipt(row: TransactionRecord): TransactionDetails['receiptInformation'] {
  const kind = receiptKind(row.txnType, row.txnStatus, row.capturedBy !== null);
  return kind === undefined || !row.customerEmail ? null : { kind, to: row.customerEmail };
}

/**
 * Requires the scheduler, a stored card, and no live schedule of this family (docs/domain.md#availability).
 */
async function canAddSchedule(
  sql: TenantSql,
  row: TransactionRecord,
  merchantPath: string,
  supportsSeries: boolean,
): Promise<ActionBlock> {
  const features = await listFeatures(sql, merchantPath);
  const isAllowed = checkScheduleAllowed(toOriginal(row), false).ok;
  const permitted = isAllowed && supportsSeries && features.includes('SCHEDULER');
  const hasSchedule = permitted && (await hasLiveSchedule(sql, row.companyId, row.rootId));
  return { permitted, availableToProcess: permitted && !hasSchedule };
}

async function loadRoot(sql: TenantSql, row: TransactionRecord): Promise<TransactionRecord> {
  if (row.rootId === row.txnId) return row;
  return (await findTransaction(sql, row.companyId, row.rootId)) ?? row;
}

interface ActionAvailability {
  refundInformation: ActionBlock & { amountMinor: number };
  captureInformation: ActionBlock & { partialOperationAllowed: boolean };
  cancelInformation: ActionBlock;
  repeatInformation: ReturnType<typeof repeatAvailability> & {
    sequenceType: 'RECURRING' | 'INSTALMENT' | null;
  };
  /**
   * A new charge or payout with the same card, no follow-up of this one
   * (docs/domain.md#new-payments-and-payouts-from-a-card).
   */
  newTransactionInformation: { PAYMENT: ActionBlock; PAYOUT: ActionBlock };
}

/** The facts from the installation and the queue, besides the state machine. */
interface AvailabilityContext {
  features: FollowUpFeatures;
  /** A queue task of this transaction is being accepted, rejected or flushed. */
  queueBusy: boolean;
  /** The sequence of the root. */
  sequenceType: 'RECURRING' | 'INSTALMENT' | null;
  /** A repeat is requested of the root (docs/domain.md#repeats); absent when the transaction is the root. */
  repeatOf?: { original: OriginalTransaction; root: RootState };
  /** The card is registered, so a new payment can be made by its token. */
  cardRegistered?: boolean;
  now: Date;
}

/** The action blocks of a transaction, computed at every read (docs/domain.md#availability). Amounts in minor units. */
export function actionAvailability(
  original: OriginalTransaction,
  root: RootState,
  context: AvailabilityContext,
): ActionAvailability {
  const { features, queueBusy, now } = context;
  const block = (action: FollowUpAction): ActionBlock => {
    const permitted = checkState(action, original, root, now).ok;
    const decision = decideFollowUp(action, original, root, {}, features, now);
    return { permitted, availableToProcess: permitted && !queueBusy && decision.ok };
  };
  const refund = block('refund');
  return {
    refundInformation: { ...refund, amountMinor: refund.permitted ? refundableMinor(root) : 0 },
    captureInformation: { ...block('capture'), partialOperationAllowed: context.features.partialCapture },
    cancelInformation: original.isSuspendedByMerchant
      ? { permitted: true, availableToProcess: !queueBusy }
      : block('cancel'),
    repeatInformation: {
      ...repeatAvailability(original.type, context.repeatOf ?? { original, root }, context),
      sequenceType: context.sequenceType,
    },
    newTransactionInformation: newTransactions(original, context),
  };
}

/** A payout needs a card that has paid before (A138), a new charge only the card. */
function newTransactions(
  { type, status, hasStoredCard, cardDeleted }: OriginalTransaction,
  { cardRegistered = false, queueBusy }: AvailabilityContext,
): ActionAvailability['newTransactionInformation'] {
  const isUsable = hasStoredCard && !cardDeleted && cardRegistered && !isSuspended(status);
  const hasWorked = type !== 'VERIFY' && (status === 'SUCCESS' || status === 'VOIDED');
  const block = (permitted: boolean) => ({ permitted, availableToProcess: permitted && !queueBusy });
  return { PAYMENT: block(isUsable), PAYOUT: block(isUsable && hasWorked) };
}

const chargeTypes = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY'];

/** Issuers see fewer attempts with one card in a month. */
const maxAttempts = 50;

interface Attempt {
  txnId: number;
  approved: boolean;
  at: Date;
  reasonCode: string;
  statusCode: string | null;
  adviceCode: string | null;
  scheme: string | null;
}

/**
 * The decline at this merchant that pauses the card longest, if that time is not over
 * (docs/domain.md#paused-cards). An approval ends it.
 */
async function loadCardPause(
  sql: TenantSql,
  { companyId, merchantId, cardCorrelationId: card }: TransactionRecord,
  now: Date,
): Promise<TransactionDetails['cardPause']> {
  if (card === null) return null;
  const attempts = await sql<Attempt[]>`
    select txn_id, txn_status <> 'FAILED' as approved, txn_datetime as at, reason_code,
           authoriser_code as status_code, advice_code, card_scheme as scheme
    from txn
    where card_correlation_id = ${card} and company_id = ${companyId} and merchant_id = ${merchantId}
      and txn_type = any (${chargeTypes}) and txn_datetime > ${now}::timestamptz - interval '30 days'
      and (txn_status in ('SUCCESS', 'VOIDED') or (txn_status = 'FAILED' and reason_code in ('D100', 'X203')))
    order by txn_datetime desc, txn_id desc limit ${maxAttempts}`;
  const approval = attempts.findIndex(({ approved }) => approved);
  const [longest] = (approval < 0 ? attempts : attempts.slice(0, approval))
    .flatMap((attempt) => {
      const pause = pauseCard(attempt, attempt.at);
      return pause && pause.until > now ? [{ attempt, pause }] : [];
    })
    .toSorted((a, b) => b.pause.until.getTime() - a.pause.until.getTime());
  if (!longest) return null;
  const { attempt, pause } = longest;
  return {
    transactionId: String(attempt.txnId),
    declinedAt: attempt.at.toISOString(),
    reason: pause.reason,
    until: pause.until.toISOString(),
    isFinal: pause.isFinal,
  };
}
