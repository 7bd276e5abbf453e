import { handle } from '#server/handler.ts';
import { getInstallationSchedule as endpoint } from '../endpoints.ts';
import { viewSchedule } from './store/read/schedule-view.ts';

export const getInstallationSchedule = handle(endpoint, ({ sql, resource }) =>
  viewSchedule(sql, resource.companyId ?? 0, resource.scheduleId ?? ''),
);
