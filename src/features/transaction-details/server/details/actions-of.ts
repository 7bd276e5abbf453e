import { formatMinor } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ActionBlock, actionAvailability } from '#features/payments/action-availability.ts';
import {
  followUpFeatures,
  installationById,
} from '#features/payments/server/pipeline/store/installation-store.ts';
import {
  type StoredTransaction,
  originalOf,
  rootStateOf,
  storedTransaction,
} from '#features/payments/server/pipeline/store/payment-store.ts';
import { type Caller, mayOn } from '#server/caller.ts';

/** What the state machine allows, less what this person may not do (docs/decisions/0004). */
export async function actionsOf(
  sql: TenantSql,
  row: StoredTransaction,
  caller: Caller,
  paths: readonly string[],
  now: Date,
) {
  const installation = await installationById(sql, row.installation_id);
  const features = await followUpFeatures(sql, paths[0] ?? '', installation);
  const root = await rootOf(sql, row);
  const available = actionAvailability(originalOf(row), rootStateOf(row), {
    features,
    queueBusy: false,
    sequenceType: root.continuous_authority_type,
    repeatOf: { original: originalOf(root), root: rootStateOf(root) },
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
    refundInformation: { ...refund, amount: formatMinor(amountMinor, row.ccy_code) },
    captureInformation: only(available.captureInformation, 'P_CAPTURE_TRANSACTION'),
    cancelInformation: only(available.cancelInformation, 'P_CANCEL_TRANSACTION'),
    repeatInformation: only(available.repeatInformation, 'P_REPEAT_TRANSACTION'),
    // Schedules are not there yet, so none can be added.
    addScheduleInformation: { permitted: false, availableToProcess: false },
    newTransactionInformation: {
      PAYMENT: only(newTransactionInformation.PAYMENT, 'P_NEW_PAYMENT'),
      PAYOUT: only(newTransactionInformation.PAYOUT, 'P_NEW_PAYOUT'),
    },
  };
}

async function rootOf(sql: TenantSql, row: StoredTransaction): Promise<StoredTransaction> {
  if (row.root_id === row.txn_id) return row;
  return (await storedTransaction(sql, row.company_id, row.root_id)) ?? row;
}
