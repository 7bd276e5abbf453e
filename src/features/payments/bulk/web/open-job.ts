import { createStore } from '#web/create-store.ts';

/** The job whose progress is shown over the page, whichever screen has started it. */
const openJob = createStore<string | undefined>(undefined);

export const openBulkJob = (jobId: string): void => openJob.set(jobId);
export const closeBulkJob = (): void => openJob.set(undefined);
export const useOpenBulkJob = openJob.use;
