/** The API's values (docs/domain.md#schedules). */
export const scheduleStatuses = ['ACTIVE', 'COMPLETE', 'CANCELLED', 'SUSPENDED', 'TECH_SUSPENDED'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

const scheduleActions = ['suspend', 'resume', 'cancel'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];

/** Suspend only from ACTIVE, resume only from SUSPENDED, cancel any live schedule (docs/domain.md#schedules). */
export function mayChange(action: ScheduleAction, status: string): boolean {
  if (action === 'suspend') return status === 'ACTIVE';
  if (action === 'resume') return status === 'SUSPENDED';
  return status !== 'CANCELLED' && status !== 'COMPLETE';
}
