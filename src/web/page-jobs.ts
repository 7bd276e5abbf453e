import { useCallback, useRef } from 'react';
import { createStore } from './create-store.ts';

/** Work of this page: an export or an import. It ends with the page; work of the server does not (bulk work). */
export interface PageJob {
  id: string;
  label: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  /** From 0 to 1; undefined while the end is not known. */
  done?: number | undefined;
  detail?: string | undefined;
  stop?: (() => void) | undefined;
}

const jobs = createStore<readonly PageJob[]>([]);
/** Ended jobs stay in the tray until the page is loaded again; the oldest leave first. */
const maxKept = 10;

/** Shows a job in the tray, or how far it is. */
function reportPageJob(job: PageJob): void {
  const others = jobs.read().filter(({ id }) => id !== job.id);
  jobs.set([job, ...others].slice(0, maxKept));
}

export const usePageJobs = jobs.use;

/** One job at a time of a component. Ending it twice keeps the first end. */
export function usePageJob() {
  const current = useRef<Pick<PageJob, 'id' | 'label'>>(undefined);
  const beginJob = useCallback((label: string, stop: () => void): void => {
    current.current = { id: crypto.randomUUID(), label };
    reportPageJob({ ...current.current, state: 'running', stop });
  }, []);
  const moveJob = useCallback((done: number, stop: () => void): void => {
    if (current.current !== undefined) reportPageJob({ ...current.current, state: 'running', done, stop });
  }, []);
  const endJob = useCallback((state: Exclude<PageJob['state'], 'running'>): void => {
    if (current.current !== undefined) reportPageJob({ ...current.current, state });
    current.current = undefined;
  }, []);
  return { beginJob, moveJob, endJob };
}
