import { handle } from '#server/handler.ts';
import { getNextEpisode as call } from '../calls.ts';
import { nextOf } from './store/read/schedule-view.ts';
import { readSchedule } from './store/schedule-row.ts';

export const getNextEpisode = handle(call, async ({ sql, subject }) => {
  const schedule = await readSchedule(sql, subject.companyId ?? 0, subject.scheduleId ?? '');
  return { nextEpisode: schedule ? nextOf(schedule) : null };
});
