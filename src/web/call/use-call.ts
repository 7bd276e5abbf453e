import { useState } from 'react';
import { queryOptions, useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ResponseInputOf, Endpoint } from '#shared/define-endpoint.ts';
import { callUntil, type CallArguments, type CallInput } from './call.ts';
import { openApproval } from './approval.ts';
import { openStepUp } from './step-up.ts';
import type { CallFailure } from './call-failure.ts';

/** `handlesOwnErrors`: the screen shows the failure itself (docs/domain.md#failed-requests). */
type Options<C> = Omit<UseQueryOptions<ResponseInputOf<C>, CallFailure>, 'queryKey' | 'queryFn' | 'meta'> & {
  handlesOwnErrors?: boolean;
};

/** The key and function of one call, for prefetching in a route and reading in its screen. */
export function callQuery<C extends Endpoint>(endpoint: C, ...[input]: CallArguments<C>) {
  return queryOptions<ResponseInputOf<C>, CallFailure>({
    queryKey: [endpoint.name, input ?? null],
    queryFn: ({ signal }) => callUntil(endpoint, input as CallInput<C>, signal),
  });
}

/** Reads by a call; what fails goes to the error rules of the whole product unless the screen handles it. */
export function useCall<C extends Endpoint>(endpoint: C, input: CallInput<C>, options: Options<C> = {}) {
  const { handlesOwnErrors = false, ...rest } = options;
  return useQuery<ResponseInputOf<C>, CallFailure>({
    queryKey: [endpoint.name, input],
    queryFn: ({ signal }) => callUntil(endpoint, input, signal),
    meta: { handlesOwnErrors },
    ...rest,
  });
}

export interface FreshResponse<R> {
  data: R | undefined;
  /** Null when there is data. */
  error: CallFailure | null;
  refetch: () => Promise<unknown>;
}

/**
 * Reads what a form edits, never from the cache. Once it is read, a later read that fails changes nothing: the form keeps
 * what was typed. The screen shows the failure itself.
 */
export function useFreshCall<C extends Endpoint>(
  endpoint: C,
  input: CallInput<C>,
  options: Omit<Options<C>, 'handlesOwnErrors' | 'staleTime'> = {},
): FreshResponse<ResponseInputOf<C>> {
  const [openedAt] = useState(() => Date.now());
  const { data, dataUpdatedAt, error, refetch } = useCall(endpoint, input, {
    ...options,
    handlesOwnErrors: true,
    staleTime: 0,
  });
  const isFresh = data !== undefined && dataUpdatedAt >= openedAt;
  return isFresh ? { data, error: null, refetch } : { data: undefined, error, refetch };
}

/**
 * Changes something by a call: `const refund = useSend(refundTransaction)`, then `refund.mutateAsync({ path, body })`.
 * `giveUpAfterMs`: after that the call fails, and the failure has status 0.
 */
export function useSend<C extends Endpoint>(
  endpoint: C,
  options: { handlesOwnErrors?: boolean; giveUpAfterMs?: number } = {},
) {
  const { handlesOwnErrors = false, giveUpAfterMs } = options;
  return useMutation<ResponseInputOf<C>, CallFailure, CallInput<C>>({
    // Without a network a change fails at once. Sent later, it would surprise the user.
    networkMode: 'always',
    mutationFn: (input) => withTimeout(giveUpAfterMs, (signal) => callUntil(endpoint, input, signal)),
    meta: { handlesOwnErrors },
  });
}

async function withTimeout<T>(
  limitMs: number | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return work(undefined);
  const stop = new AbortController();
  // The time in which the user confirms something does not count.
  const giveUp = (): void => {
    if (openStepUp() !== undefined || openApproval() !== undefined) timer = setTimeout(giveUp, limitMs);
    else stop.abort();
  };
  let timer = setTimeout(giveUp, limitMs);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
  }
}
