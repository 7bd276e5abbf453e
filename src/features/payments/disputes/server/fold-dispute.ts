import type { DisputeReport } from '#integrations/processors/adapter.ts';
import { type DisputeStage, type DisputeStatus, disputeStages } from '#shared/payments/dispute-status.ts';

/** The state of a dispute, computed from its reports (docs/domain.md#disputes). */
export interface DisputeState {
  stage: DisputeStage;
  status: DisputeStatus;
  amountMinor: number;
  currency: string;
  chargedBackMinor: number;
  scheme: string | null;
  reasonCode: string | null;
  reason: string | null;
  isFraud: boolean;
  deadline: string | null;
}

/** A report or an action of a user, with the time that orders it. */
export interface DisputeFact {
  countsAt: Date;
  report: DisputeReport;
}

/** Within a stage a status is replaced only by one of the same or a higher rank. */
const ranks: Readonly<Record<DisputeStatus, number>> = {
  NEEDS_RESPONSE: 0,
  UNDER_REVIEW: 1,
  EXPIRED: 2,
  ACCEPTED: 3,
  LOST: 3,
  WON: 3,
  WITHDRAWN: 3,
};

const stageRank = (stage: DisputeStage | undefined): number =>
  stage === undefined ? -1 : disputeStages.indexOf(stage);

/**
 * The state of a dispute. It depends on what was reported, not on the order in which the reports came. Undefined while none
 * has an amount.
 */
export function foldDispute(facts: readonly DisputeFact[]): DisputeState | undefined {
  const reports = facts.toSorted(byTime).map(({ report }) => report);
  const last = <K extends keyof DisputeReport>(name: K) =>
    reports.findLast((report) => report[name] !== undefined)?.[name];
  const amountMinor = last('amountMinor');
  const currency = last('currency');
  if (amountMinor === undefined || currency === undefined) return undefined;
  return {
    ...lastStage(reports),
    amountMinor,
    currency,
    chargedBackMinor: last('chargedBackMinor') ?? 0,
    scheme: last('scheme') ?? null,
    reasonCode: last('reasonCode') ?? null,
    reason: last('reason') ?? null,
    isFraud: last('isFraud') ?? false,
    deadline: last('deadline') ?? null,
  };
}

/** Reports of the same time are ordered by stage and status. Those without a stage respond to the present one, so they come last. */
function byTime(one: DisputeFact, other: DisputeFact): number {
  const { stage, status } = one.report;
  const { stage: otherStage, status: otherStatus } = other.report;
  return (
    one.countsAt.getTime() - other.countsAt.getTime() ||
    (stage ? stageRank(stage) : disputeStages.length) -
      (otherStage ? stageRank(otherStage) : disputeStages.length) ||
    (status ? ranks[status] : 0) - (otherStatus ? ranks[otherStatus] : 0)
  );
}

/** A later stage begins with its own status. A report of an earlier one changes nothing, and one without a stage is of the present one. */
function lastStage(reports: readonly DisputeReport[]): Pick<DisputeState, 'stage' | 'status'> {
  const named = reports.filter(({ stage }) => stage !== undefined);
  const stage =
    named.toSorted((a, b) => stageRank(a.stage) - stageRank(b.stage)).at(-1)?.stage ?? 'CHARGEBACK';
  let status: DisputeStatus = 'NEEDS_RESPONSE';
  let current = -1;
  for (const report of reports) {
    current = Math.max(current, stageRank(report.stage));
    const isOfStage = report.stage === stage || (report.stage === undefined && current === stageRank(stage));
    if (isOfStage && report.status !== undefined) status = nextStatus(status, report.status);
  }
  return { stage, status };
}

function nextStatus(status: DisputeStatus, reported: DisputeStatus): DisputeStatus {
  // A dispute expires only without a response.
  if (reported === 'EXPIRED' && status !== 'NEEDS_RESPONSE') return status;
  // An accepted dispute is reported as lost too. The page shows the merchant's own decision.
  if (status === 'ACCEPTED' && reported === 'LOST') return status;
  return ranks[reported] >= ranks[status] ? reported : status;
}
