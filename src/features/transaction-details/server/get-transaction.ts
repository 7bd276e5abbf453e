import type { Permission } from '#shared/permissions.ts';
import { problems } from '#shared/problem.ts';
import {
  type TransactionRecord,
  storedTransaction,
} from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TenantSql } from '#database/tenant.ts';
import { linkedSchedules } from '#features/schedules/server/store/linked-schedule.ts';
import { mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import { type TransactionDetails, getTransaction as endpoint } from '../endpoints.ts';
import { rulesServiceResult } from '../detail-parts.ts';
import { loadActions } from './details/load-actions.ts';
import { buildChargeDetails } from './details/charge-details.ts';
import { loadCustomFields } from './details/load-custom-fields.ts';
import { buildFacts } from './details/build-facts.ts';
import { loadFraudGuard } from './details/fraud-guard.ts';
import { loadTimeline } from './details/load-timeline.ts';

export const getTransaction = handle(endpoint, async ({ sql, caller, resource, now }) => {
  const row = await storedTransaction(sql, resource.companyId ?? 0, resource.transactionId ?? 0);
  if (!row) throw problems.notFound();
  const { paths } = resource;
  const may = (...names: Permission[]) =>
    names.some((name) => paths.some((path) => mayOn(caller, name, path)));
  const seesRules = may('P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES');
  const seesSchedule = may('P_VIEW_SCHEDULE');
  // Whoever may repeat is told that the card is due anyway (docs/domain.md#follow-up-dialogs): that, and nothing
  // else of the schedule.
  const isWarned = seesSchedule || may('P_REPEAT_TRANSACTION');
  const schedule = isWarned ? await loadSchedule(sql, row) : noSchedule;
  return {
    ...buildFacts(row),
    ...schedule,
    scheduleData: seesSchedule ? schedule.scheduleData : null,
    decisionDetails: seesRules ? buildDecision(row) : null,
    rulesServiceResult: seesRules ? buildRulesResult(row) : null,
    fraudGuardInformation: may('P_VIEW_FRAUDGUARD') ? await loadFraudGuard(sql, row) : null,
    customFields: await loadCustomFields(sql, row),
    chargeInformation: buildChargeDetails(row),
    life: await loadTimeline(sql, row, may('P_VIEW_AUDIT')),
    ...(await loadActions(sql, row, caller, paths, now)),
  };
});

type ScheduleParts = Pick<TransactionDetails, 'scheduleData' | 'linkedScheduleId' | 'nextScheduledRepeat'>;
const noSchedule: ScheduleParts = { scheduleData: null, linkedScheduleId: null, nextScheduledRepeat: null };

/** The schedule that made this transaction, else the one of its family; linked while it lives. */
async function loadSchedule(sql: TenantSql, row: TransactionRecord): Promise<ScheduleParts> {
  const linked = await linkedSchedules(sql, row.companyId, row.rootId);
  const scheduleId = (row.scheduleId as string | null) ?? linked?.scheduleId;
  if (scheduleId === undefined) return noSchedule;
  const others = linked ? [linked.scheduleId, ...linked.previousScheduleIds] : [];
  return {
    scheduleData: {
      scheduleId,
      episodeIndex: row.episodeIndex as number | null,
      remainingEpisodeCount: row.scheduleRemainingEpisodeCount as number | null,
      previousScheduleIds: others.filter((id) => id !== scheduleId),
    },
    linkedScheduleId: linked?.isLive ? linked.scheduleId : null,
    nextScheduledRepeat: linked?.nextOn ?? null,
  };
}

function buildDecision(row: TransactionRecord): TransactionDetails['decisionDetails'] {
  const decisionReason = row.decisionReason as string | null;
  return decisionReason === null ? null : { decisionReason };
}

/** As the rules engine left it; a payment that it did not judge has no outcome. */
function buildRulesResult(row: TransactionRecord): TransactionDetails['rulesServiceResult'] {
  const kept = rulesServiceResult.safeParse((row.detail as Record<string, unknown>).rulesServiceResult);
  if (kept.success) return kept.data;
  const overallAction = row.optimize360Outcome as string | null;
  if (overallAction === null) return null;
  return { overallAction, overallDeferParameter: null, isServiceAvailable: true, triggeredRules: [] };
}
