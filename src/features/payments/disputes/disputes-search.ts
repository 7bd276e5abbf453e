import { readPage } from '#shared/paging.ts';
import {
  type DisputeStage,
  type DisputeStatus,
  disputeStages,
  disputeStatuses,
} from '#shared/payments/dispute-status.ts';

/** The columns that the list can be sorted by. */
export const disputeSortFields = ['deadline', 'openedAt', 'amount'] as const;
export type DisputeSortField = (typeof disputeSortFields)[number];

/** The count ends there, and so do the pages. */
export const maxDisputeOffset = 10_000;

/** A transaction id, or the processor's id of a dispute. */
export const disputeTextPattern = /^[\w-]{3,80}$/;

/** The query parameters of the route `disputes`. */
export interface DisputesSearch {
  offset: number;
  pageSize: number;
  /** Without: those that need a response. */
  status?: DisputeStatus | 'ALL' | undefined;
  stage?: DisputeStage | undefined;
  /** `yes`: of fraud only; `no`: the others. */
  fraud?: 'yes' | 'no' | undefined;
  /** A transaction id, or the processor's id of the dispute. */
  text?: string | undefined;
  /** Ids of organisations. */
  nodes?: string[] | undefined;
  field: DisputeSortField;
  direction: 'ASC' | 'DESC';
}

export const defaultDisputes = { field: 'deadline', direction: 'ASC' } as const;

/** Reads the URL. Anything invalid is dropped. Never throws. Reads back its own result. */
export function readDisputesSearch(raw: Readonly<Record<string, string | undefined>>): DisputesSearch {
  const nodes = (raw.nodes ?? '').split(',').filter((id) => /^\d{1,9}$/.test(id));
  const isSorted = (disputeSortFields as readonly string[]).includes(raw.field ?? '');
  const text = raw.text?.trim() ?? '';
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === raw[name]);
  return {
    ...readPage(raw, 25, maxDisputeOffset),
    status: oneOf('status', ['ALL', ...disputeStatuses]),
    stage: oneOf('stage', disputeStages),
    fraud: oneOf('fraud', ['yes', 'no']),
    text: disputeTextPattern.test(text) ? text : undefined,
    nodes: nodes.length > 0 ? nodes : undefined,
    field: isSorted ? (raw.field as DisputeSortField) : defaultDisputes.field,
    direction: isSorted && raw.direction === 'DESC' ? 'DESC' : 'ASC',
  };
}
