import { formatMinor } from '#shared/money.ts';
import { handle } from '#server/handler.ts';
import { getNextEpisodes as endpoint } from '../endpoints.ts';
import { cursorAfter, episodesFrom } from '../definition/due-dates.ts';
import { episodeAmount } from '../definition/schedule-definition.ts';
import { attemptsToCome } from './store/read/schedule-view.ts';
import { cursorAt, readSchedule } from './store/schedule-row.ts';

/** Retries and the next episode as they are kept, then those that the definition promises. */
export const getNextEpisodes = handle(endpoint, async ({ sql, resource, path }) => {
  const schedule = await readSchedule(sql, resource.companyId ?? 0, resource.scheduleId ?? '');
  if (schedule?.status !== 'ACTIVE') return [];
  const { definition, currency } = schedule;
  const wire = (index: number, dueOn: string) => ({
    episodeIndex: index,
    retryIndex: 0,
    episodeDue: dueOn,
    episodeData: { amount: formatMinor(episodeAmount(definition, index), currency), currency },
  });
  const episodes = await attemptsToCome(sql, schedule);
  if (schedule.nextIndex !== null && schedule.nextOn !== null) {
    const last = { index: schedule.nextIndex, dueOn: schedule.nextOn };
    const cursor = cursorAfter(cursorAt(schedule, last.index, last.dueOn), last);
    for (const { index, dueOn } of episodesFrom(definition, cursor)) {
      if (episodes.length >= path.count) break;
      episodes.push(wire(index, dueOn));
    }
  }
  return episodes.slice(0, path.count);
});
