import { handle } from '#server/handler.ts';
import { getInstallationSchedule as call } from '../calls.ts';
import { viewSchedule } from './store/read/schedule-view.ts';

export const getInstallationSchedule = handle(call, ({ sql, subject }) =>
  viewSchedule(sql, subject.companyId ?? 0, subject.scheduleId ?? ''),
);
