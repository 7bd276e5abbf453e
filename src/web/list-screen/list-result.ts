import type { CallFailure } from '../call/call-failure.ts';

/** One page of rows, and how loading it went. */
export interface ListResult<Row> {
  /** undefined before the first response. */
  rows: Row[] | undefined;
  /** undefined while unknown. */
  total: number | undefined;
  isLoading: boolean;
  failure: CallFailure | null;
  refresh: () => void;
}

interface PageQuery<Row> {
  data: { items: Row[]; total: number } | undefined;
  isFetching: boolean;
  error: CallFailure | null;
  refetch: () => unknown;
}

/** The result of a call that answers with items and their total number. */
export const resultOf = <Row>({ data, isFetching, error, refetch }: PageQuery<Row>): ListResult<Row> => ({
  rows: data?.items,
  total: data?.total,
  isLoading: isFetching,
  failure: error,
  refresh: () => void refetch(),
});
