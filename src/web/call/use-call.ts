import { queryOptions, useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { AnswerInputOf, Call } from '#contract/define-call.ts';
import { call, callUntil, type CallArguments, type CallInput } from '#web/call/call.ts';
import type { CallFailure } from '#web/call/call-failure.ts';

/** `isHandledHere`: the screen shows the failure itself (spec 1 §8, calls not handled globally). */
type Options<C> = Omit<UseQueryOptions<AnswerInputOf<C>, CallFailure>, 'queryKey' | 'queryFn' | 'meta'> & {
  isHandledHere?: boolean;
};

/** The key and function of one call, for prefetching in a route and reading in its screen. */
export function callQuery<C extends Call>(contract: C, ...[input]: CallArguments<C>) {
  return queryOptions<AnswerInputOf<C>, CallFailure>({
    queryKey: [contract.name, input ?? null],
    queryFn: ({ signal }) => callUntil(contract, input as CallInput<C>, signal),
  });
}

/** Reads by a call; what fails goes to the error rules of the whole product unless the screen says otherwise. */
export function useCall<C extends Call>(contract: C, input: CallInput<C>, options: Options<C> = {}) {
  const { isHandledHere = false, ...rest } = options;
  return useQuery<AnswerInputOf<C>, CallFailure>({
    queryKey: [contract.name, input],
    queryFn: ({ signal }) => callUntil(contract, input, signal),
    meta: { isHandledHere },
    ...rest,
  });
}

/** Changes something by a call: `const refund = useSend(refundTransaction)`, then `refund.mutateAsync({ path, body })`. */
export function useSend<C extends Call>(contract: C, options: { isHandledHere?: boolean } = {}) {
  return useMutation<AnswerInputOf<C>, CallFailure, CallInput<C>>({
    mutationFn: (input) => call(contract, ...([input] as unknown as CallArguments<C>)),
    meta: { isHandledHere: options.isHandledHere ?? false },
  });
}
