import { readPage } from '#shared/paging.ts';

/** The columns that the list can be sorted by. */
export const disputeSortFields = ['deadline', 'openedAt', 'amount'] as const;
export type DisputeSortField = (typeof disputeSortFields)[number];

/** The count ends there, and so do the pages. */
export const maxDisputeOffset = 10_000;

/** A transaction id, or the processor's id of a dispute. */
export const disputeTextPattern = /^[\w-]{3,80}$/;

/** 'ALL': the list begins with those that need a response. */
const statuses = /^(?:ALL|NEEDS_RESPONSE|UNDER_REVIEW|WON|LOST|ACCEPTED|EXPIRED|WITHDRAWN)$/;
const stages = /^(?:INQUIRY|CHARGEBACK|PRE_ARBITRATION|ARBITRATION)$/;

/** The query parameters of the route `disputes`. */
export interface DisputesSearch {
  offset: number;
  pageSize: number;
  status?: string | undefined;
  stage?: string | undefined;
  /** `yes`: of fraud only; `no`: the others. */
  fraud?: string | undefined;
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
  const one = (name: string, pattern: RegExp) => (pattern.test(raw[name] ?? '') ? raw[name] : undefined);
  return {
    ...readPage(raw, 25, maxDisputeOffset),
    status: one('status', statuses),
    stage: one('stage', stages),
    fraud: one('fraud', /^(?:yes|no)$/),
    text: disputeTextPattern.test(text) ? text : undefined,
    nodes: nodes.length > 0 ? nodes : undefined,
    field: isSorted ? (raw.field as DisputeSortField) : defaultDisputes.field,
    direction: isSorted && raw.direction === 'DESC' ? 'DESC' : 'ASC',
  };
}
