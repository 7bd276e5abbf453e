import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { measureImpact } from '#features/fraud/fraud-impact/endpoints.ts';
import type { DraftRule, MeasuredImpact } from '#features/fraud/fraud-impact/schemas.ts';
import type { CallInput } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';

export const impactDays = [7, 30, 90] as const;
type Days = (typeof impactDays)[number];
const debounceMs = 400;

export interface ImpactState {
  /** The impact of 7, 30 and 90 days; undefined until it was measured. */
  ranges: readonly (MeasuredImpact | undefined)[];
  /** How many ranges belong to the present rule. */
  completed: number;
  status: 'measuring' | 'measured' | 'failed' | 'stopped';
  stop: () => void;
  measure: () => void;
}

/** One range. The figures of the previous rule stay until those of the current rule arrive. */
function useRange(input: CallInput<typeof measureImpact>, isEnabled: boolean) {
  return useCall(measureImpact, input, {
    enabled: isEnabled,
    handlesOwnErrors: true,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    placeholderData: (last) => last,
  });
}

/** Measures a rule, range after range, 400 ms after it was last changed. The last figures stay until new ones come. */
export function useImpact(orgId: number, rule: DraftRule, ruleId: number | undefined): ImpactState {
  const settled = useDebounced(rule, debounceMs);
  const client = useQueryClient();
  const [stoppedRule, setStoppedRule] = useState<string>();
  const isStopped = stoppedRule === JSON.stringify(settled);
  const rangeOf = (days: Days, until: string | undefined) => ({
    path: { orgId },
    body: {
      rule: settled,
      days,
      until,
      ruleId,
    },
  });
  const week = useRange(rangeOf(7, undefined), !isStopped);
  const isWeekDone = week.isSuccess && !week.isPlaceholderData;
  const until = isWeekDone ? week.data.until : undefined;
  const month = useRange(rangeOf(30, until), isWeekDone && !isStopped);
  const isMonthDone = isWeekDone && month.isSuccess && !month.isPlaceholderData;
  const quarter = useRange(rangeOf(90, until), isMonthDone && !isStopped);
  const isQuarterDone = isMonthDone && quarter.isSuccess && !quarter.isPlaceholderData;
  const queries = [week, month, quarter];
  const isFailed = !isStopped && queries.some(({ isError }) => isError);
  return {
    ranges: queries.map(({ data }) => data),
    completed: [isWeekDone, isMonthDone, isQuarterDone].filter(Boolean).length,
    status: isFailed ? 'failed' : isQuarterDone ? 'measured' : isStopped ? 'stopped' : 'measuring',
    stop: () => {
      setStoppedRule(JSON.stringify(settled));
      void client.cancelQueries({ queryKey: [measureImpact.name] });
    },
    measure: () => {
      setStoppedRule(undefined);
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

/** The value once it has not changed for a while. Equal contents are not a change. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return settled;
}
