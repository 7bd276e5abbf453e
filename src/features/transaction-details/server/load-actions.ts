import { formatMinor } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ActionBlock, actionAvailability } from '#features/payments/action-availability.ts';
import { loadFollowUpFeatures } from '#features/payments/server/db/installations.ts';
import {
  type TransactionRecord,
  toOriginal,
  toRootState,
  findTransaction,
} from '#features/payments/server/db/transactions.ts';
import { checkScheduleAllowed } from '#features/payments/follow-up.ts';
import { hasLiveSchedule } from '#features/schedules/server/store/linked-schedule.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { featuresOn } from '#server/auth/organisation-features.ts';

/** The actions that the state machine allows and the user may perform (docs/decisions/0004). */
export async function loadActions(
  sql: TenantSql,
  row: TransactionRecord,
  caller: Caller,
  paths: readonly string[],
  now: Date,
  queueBusy: boolean,
) {
  const features = await loadFollowUpFeatures(sql, row.installationId, paths[0] ?? '');
  const root = await loadRoot(sql, row);
  const available = actionAvailability(toOriginal(row), toRootState(row), {
    features,
    queueBusy,
    sequenceType: root.continuousAuthorityType,
    repeatOf: { original: toOriginal(root), root: toRootState(root) },
    cardRegistered: row.registered ?? false,
    now,
  });
  const only = <B extends ActionBlock>(block: B, name: Permission): B => {
    const may = paths.some((path) => mayOn(caller, name, path));
    return {
      ...block,
      permitted: may && block.permitted,
      availableToProcess: may && block.availableToProcess,
    };
  };
  const { newTransactionInformation } = available;
  const { amountMinor, ...refund } = only(available.refundInformation, 'P_REFUND_TRANSACTION');
  return {
    refundInformation: { ...refund, amount: formatMinor(amountMinor, row.ccyCode) },
    captureInformation: only(available.captureInformation, 'P_CAPTURE_TRANSACTION'),
    cancelInformation: only(available.cancelInformation, 'P_CANCEL_TRANSACTION'),
    repeatInformation: only(available.repeatInformation, 'P_REPEAT_TRANSACTION'),
    addScheduleInformation: only(
      await canAddSchedule(sql, row, paths[0] ?? '', available.repeatInformation.allowedTypes.length > 0),
      'P_REPEAT_TRANSACTION',
    ),
    newTransactionInformation: {
      PAYMENT: only(newTransactionInformation.PAYMENT, 'P_NEW_PAYMENT'),
      PAYOUT: only(newTransactionInformation.PAYOUT, 'P_NEW_PAYOUT'),
    },
  };
}

/**
 * Requires the scheduler, a stored card, and no live schedule of this family (docs/domain.md#availability).
 */
async function canAddSchedule(
  sql: TenantSql,
  row: TransactionRecord,
  merchantPath: string,
  takesSeries: boolean,
): Promise<ActionBlock> {
  const features = await featuresOn(sql, merchantPath);
  const isFit = checkScheduleAllowed(toOriginal(row), false).ok;
  const permitted = isFit && takesSeries && features.includes('SCHEDULER');
  const isTaken = permitted && (await hasLiveSchedule(sql, row.companyId, row.rootId));
  return { permitted, availableToProcess: permitted && !isTaken };
}

async function loadRoot(sql: TenantSql, row: TransactionRecord): Promise<TransactionRecord> {
  if (row.rootId === row.txnId) return row;
  return (await findTransaction(sql, row.companyId, row.rootId)) ?? row;
}
