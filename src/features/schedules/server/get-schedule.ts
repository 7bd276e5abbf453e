import { handle } from '#server/handler.ts';
import { getSchedule as endpoint } from '../endpoints.ts';
import { viewSchedule } from './store/read/schedule-view.ts';

export const getSchedule = handle(endpoint, ({ sql, resource }) =>
  viewSchedule(sql, resource.companyId ?? 0, resource.scheduleId ?? ''),
);
