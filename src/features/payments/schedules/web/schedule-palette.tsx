import { IconCalendarRepeat } from '@tabler/icons-react';
import { isEmailLike } from '#shared/patterns.ts';
import { searchSchedules } from '../endpoints.ts';
import { buildCriterionQuery } from '../search-criterion.ts';
import { ScheduleStatusBadge } from './schedule-status-badge.tsx';
import { callUntil } from '#web/call/call.ts';
import type { PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { isAtOwnDomain } from '#web/session/session.ts';

const isScheduleId = (text: string): boolean => /^[A-Za-z0-9]{32}$/.test(text);

/** Schedules by their id of 32 characters or by the customer's email. */
export const schedulePalette: PaletteSource = {
  name: 'schedules',
  canFind: (typed, { session }) =>
    (isScheduleId(typed) || isEmailLike(typed)) &&
    !isAtOwnDomain(session) &&
    isAllowed(session, { to: searchSchedules }),
  find: async (typed, { session, t, times }, signal) => {
    const field = isScheduleId(typed) ? 'scheduleId' : 'customerEmail';
    const body = {
      ...buildCriterionQuery(field, typed, times.zone),
      owner: [String(session.organisation.selectedParentOrgId)],
      sortBy: { creationDate: 'DESC' as const },
      startFrom: 1,
      limit: 3,
    };
    const { data } = await callUntil(searchSchedules, { body }, signal);
    return data.map(({ scheduleId, status, customerName, customerMerchantRef, ownerName }) => ({
      id: `schedule ${scheduleId}`,
      icon: <IconCalendarRepeat size={18} aria-hidden />,
      label: t('palette.schedule', { who: customerName ?? customerMerchantRef ?? scheduleId ?? '' }),
      detail: ownerName ?? '',
      end: status == null ? undefined : <ScheduleStatusBadge status={status} />,
      go: paths.schedule(scheduleId ?? ''),
    }));
  },
};
