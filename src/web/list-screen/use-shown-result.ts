import { useDeferredValue, useState } from 'react';
import type { CallFailure } from '../call/call-failure.ts';
import type { ListResult } from './list-result.ts';

/**
 * Keeps the failure of a search while it is repeated. Without this the rows of the search before would come back under the
 * new filters.
 */
export function useShownResult<Row>(result: ListResult<Row>, search: string): ListResult<Row> {
  const [failed, setFailed] = useState<{ search: string; failure: CallFailure }>();
  const { failure, isLoading } = result;
  const isRepeated = failure == null && isLoading && failed?.search === search;
  if (failure != null && failed?.failure !== failure) setFailed({ search, failure });
  else if (failure == null && failed !== undefined && !isRepeated) setFailed(undefined);
  return isRepeated ? { ...result, rows: undefined, total: undefined, failure: failed.failure } : result;
}

/** Rows are rendered in slices, which leave room for taps and keys. What belongs to the first rows comes with them. */
export function useSlicedRows<Row>(result: ListResult<Row>): ListResult<Row> {
  const rows = useDeferredValue(result.rows);
  const isComing = rows === undefined && result.rows !== undefined;
  return isComing ? { ...result, rows, total: undefined, isLoading: true } : { ...result, rows };
}
