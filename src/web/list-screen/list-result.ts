import { keepPreviousData } from '@tanstack/react-query';
import type { Endpoint, ResponseInputOf } from '#shared/define-endpoint.ts';
import type { CallFailure } from '../call/call-failure.ts';
import type { CallInput } from '../call/call.ts';
import { useCall } from '../call/use-call.ts';

/** One page of rows, and how loading it went. */
export interface ListResult<Row> {
  /** undefined before the first response. */
  rows: Row[] | undefined;
  /** undefined while unknown. */
  total: number | undefined;
  isLoading: boolean;
  failure: CallFailure | null;
  /** undefined while there is nothing to load again. */
  refresh: (() => void) | undefined;
}

interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** Reads the response of a call that returns items and their total number. */
export const readItems = <Row>({ items, total }: { items: Row[]; total: number }): Rows<Row> => ({
  rows: items,
  total,
});

/** Reads the response of a call that returns data and its total number. */
export const readData = <Row>(response: { data: Row[]; resultsAvailable: number }): Rows<Row> => ({
  rows: response.data,
  total: response.resultsAvailable,
});

/**
 * Options of a list's call: its failure stays on the screen, and the rows stay while others load
 * (docs/decisions/0046).
 */
export const listOptions = {
  handlesOwnErrors: true,
  placeholderData: keepPreviousData,
  staleTime: 0,
} as const;

/** Loads one page of a list. `read` finds the rows in the response; `response` has its other members. */
export function useListResult<C extends Endpoint, Row>(
  endpoint: C,
  input: CallInput<C>,
  read: (response: ResponseInputOf<C>) => Rows<Row>,
  options: Parameters<typeof useCall<C>>[2] = {},
): ListResult<Row> & { refresh: () => void; response: ResponseInputOf<C> | undefined } {
  const page = useCall(endpoint, input, { ...listOptions, ...options });
  const found = page.data === undefined ? undefined : read(page.data);
  return {
    rows: found?.rows,
    total: found?.total,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: () => void page.refetch(),
    response: page.data,
  };
}

/** Criteria that the server rejects show an empty list (V001, V002). */
export function emptyWhenRejected<R extends ListResult<unknown>>(result: R): R & { isRejected: boolean } {
  const isRejected = /^V00[12]$/.test(result.failure?.code ?? '');
  return { ...result, ...(isRejected ? { rows: [], total: 0, failure: null } : {}), isRejected };
}
