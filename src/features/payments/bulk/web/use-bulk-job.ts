import { useCall } from '#web/call/use-call.ts';
import { isOpen } from '../bulk-work.ts';
import { getBulkJob } from '../endpoints.ts';
import type { BulkJob } from '../schemas.ts';

const runningMs = 1000;
/** While a processor or a second person decides. */
const waitingMs = 15_000;

/** A job, read again while it changes. `done`: from 0 to 1. */
export function useBulkJob(jobId: string, isShown: boolean) {
  const job = useCall(
    getBulkJob,
    { path: { jobId } },
    {
      handlesOwnErrors: true,
      enabled: isShown,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined) return false;
        if (data.endedAt === null) return runningMs;
        const { PROCESSING = 0, PENDING_APPROVAL = 0 } = data.states;
        return PROCESSING + PENDING_APPROVAL > 0 ? waitingMs : false;
      },
    },
  );
  return { ...job, done: job.data === undefined ? undefined : doneOf(job.data) };
}

/** The part of a job that has a result. */
export function doneOf({ total, states }: Pick<BulkJob, 'total' | 'states'>): number {
  const open = Object.entries(states).reduce(
    (sum, [state, number]) => sum + (isOpen(state as keyof typeof states) ? (number ?? 0) : 0),
    0,
  );
  return total === 0 ? 1 : (total - open) / total;
}
