import type { Permission } from '#contract/permissions.ts';
import { problems } from '#contract/problem.ts';
import {
  type StoredTransaction,
  storedTransaction,
} from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TenantSql } from '#database/tenant.ts';
import { linkedSchedules } from '#features/schedules/server/store/linked-schedule.ts';
import { mayOn } from '#server/caller.ts';
import { handle } from '#server/handler.ts';
import { type TransactionDetails, getTransaction as call } from '../calls.ts';
import { rulesServiceResult } from '../detail-parts.ts';
import { actionsOf } from './details/actions-of.ts';
import { chargeOf } from './details/charge-of.ts';
import { customFieldsOf } from './details/custom-fields-of.ts';
import { factsOf } from './details/facts-of.ts';
import { fraudGuardOf } from './details/fraud-guard.ts';
import { lifeOf } from './details/life-of.ts';

export const getTransaction = handle(call, async ({ sql, caller, subject, now }) => {
  const row = await storedTransaction(sql, subject.companyId ?? 0, subject.transactionId ?? 0);
  if (!row) throw problems.notFound();
  const { paths } = subject;
  const may = (...names: Permission[]) =>
    names.some((name) => paths.some((path) => mayOn(caller, name, path)));
  const seesRules = may('P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES');
  const seesSchedule = may('P_VIEW_SCHEDULE');
  // Whoever may repeat is told that the card is due anyway (spec 1 §4): that, and nothing else of the schedule.
  const isWarned = seesSchedule || may('P_REPEAT_TRANSACTION');
  const schedule = isWarned ? await scheduleOf(sql, row) : noSchedule;
  return {
    ...factsOf(row),
    ...schedule,
    scheduleData: seesSchedule ? schedule.scheduleData : null,
    decisionDetails: seesRules ? decisionOf(row) : null,
    rulesServiceResult: seesRules ? rulesOf(row) : null,
    fraudGuardInformation: may('P_VIEW_FRAUDGUARD') ? await fraudGuardOf(sql, row) : null,
    customFields: await customFieldsOf(sql, row),
    chargeInformation: chargeOf(row),
    life: await lifeOf(sql, row, may('P_VIEW_AUDIT')),
    ...(await actionsOf(sql, row, caller, paths, now)),
  };
});

type ScheduleParts = Pick<TransactionDetails, 'scheduleData' | 'linkedScheduleId' | 'nextScheduledRepeat'>;
const noSchedule: ScheduleParts = { scheduleData: null, linkedScheduleId: null, nextScheduledRepeat: null };

/** The schedule that made this transaction, else the one of its family; linked while it lives. */
async function scheduleOf(sql: TenantSql, row: StoredTransaction): Promise<ScheduleParts> {
  const linked = await linkedSchedules(sql, row.company_id, row.root_id);
  const scheduleId = (row.schedule_id as string | null) ?? linked?.scheduleId;
  if (scheduleId === undefined) return noSchedule;
  const others = linked ? [linked.scheduleId, ...linked.previousScheduleIds] : [];
  return {
    scheduleData: {
      scheduleId,
      episodeIndex: row.episode_index as number | null,
      remainingEpisodeCount: row.schedule_remaining_episode_count as number | null,
      previousScheduleIds: others.filter((id) => id !== scheduleId),
    },
    linkedScheduleId: linked?.isLive ? linked.scheduleId : null,
    nextScheduledRepeat: linked?.nextOn ?? null,
  };
}

function decisionOf(row: StoredTransaction): TransactionDetails['decisionDetails'] {
  const decisionReason = row.decision_reason as string | null;
  return decisionReason === null ? null : { decisionReason };
}

/** As the rules engine left it; a payment that it did not judge has no outcome. */
function rulesOf(row: StoredTransaction): TransactionDetails['rulesServiceResult'] {
  const kept = rulesServiceResult.safeParse((row.detail as Record<string, unknown>).rulesServiceResult);
  if (kept.success) return kept.data;
  const overallAction = row.optimize360_outcome as string | null;
  if (overallAction === null) return null;
  return { overallAction, overallDeferParameter: null, isServiceAvailable: true, triggeredRules: [] };
}
