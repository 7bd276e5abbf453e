import { handle } from '#server/handler.ts';
import { getNextEpisode as call } from '../calls.ts';
import { viewSchedule } from './store/read/schedule-view.ts';

export const getNextEpisode = handle(call, async ({ sql, subject }) => {
  const { nextEpisode } = await viewSchedule(sql, subject.companyId ?? 0, subject.scheduleId ?? '');
  return { nextEpisode };
});
