import { formatMinor } from '#contract/money.ts';
import { handle } from '#server/handler.ts';
import { getNextEpisodes as call } from '../calls.ts';
import { cursorAfter, episodesFrom } from '../definition/due-dates.ts';
import { amountOf } from '../definition/schedule-definition.ts';
import { openEpisodes } from './store/episode-row.ts';
import { cursorOf, readSchedule } from './store/schedule-row.ts';

/** Retries and the next episode as they are kept, then those that the definition promises. */
export const getNextEpisodes = handle(call, async ({ sql, subject, path }) => {
  const schedule = await readSchedule(sql, subject.companyId ?? 0, subject.scheduleId ?? '');
  if (schedule?.status !== 'ACTIVE') return [];
  const { definition, currency } = schedule;
  const wire = (index: number, retryIndex: number, dueOn: string) => ({
    episodeIndex: index,
    retryIndex,
    episodeDue: dueOn,
    episodeData: { amount: formatMinor(amountOf(definition, index), currency), currency },
  });
  const kept = (await openEpisodes(sql, schedule)).filter(({ state }) => state !== 'RUNNING');
  const episodes = kept.map(({ index, retryIndex, dueOn }) => wire(index, retryIndex, dueOn));
  if (schedule.nextIndex !== null && schedule.nextOn !== null) {
    const last = { index: schedule.nextIndex, dueOn: schedule.nextOn };
    const cursor = cursorAfter(cursorOf(schedule, last.index, last.dueOn), last);
    for (const { index, dueOn } of episodesFrom(definition, cursor)) {
      if (episodes.length >= path.count) break;
      episodes.push(wire(index, 0, dueOn));
    }
  }
  return episodes.slice(0, path.count);
});
