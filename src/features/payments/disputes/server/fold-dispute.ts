import type { DisputeReport } from '#integrations/processors/adapter.ts';
import { type DisputeStage, type DisputeStatus, disputeStages } from '#shared/payments/dispute-status.ts';

/** What the reports of a dispute come to (docs/domain.md#disputes). */
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

/** A report, or what a person did, with the moment that orders it. */
export interface DisputeFact {
  countsAt: Date;
  report: DisputeReport;
}

/** Within a stage a status gives way to those on its right only. */
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

/** Reports of one moment in the order of a dispute's life; those without a stage answer the one that they belong to. */
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
  // The time was over only for what had no response.
  if (reported === 'EXPIRED' && status !== 'NEEDS_RESPONSE') return status;
  // What was accepted is lost; it stays the merchant's own decision.
  if (status === 'ACCEPTED' && reported === 'LOST') return status;
  return ranks[reported] >= ranks[status] ? reported : status;
}
