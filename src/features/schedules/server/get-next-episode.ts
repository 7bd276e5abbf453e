import { handle } from '#server/handler.ts';
import { getNextEpisode as endpoint } from '../endpoints.ts';
import { nextEpisodeFor } from './store/read/schedule-view.ts';
import { readSchedule } from './store/schedule-row.ts';

export const getNextEpisode = handle(endpoint, async ({ sql, resource }) => {
  const schedule = await readSchedule(sql, resource.companyId ?? 0, resource.scheduleId ?? '');
  return { nextEpisode: schedule ? nextEpisodeFor(schedule) : null };
});
