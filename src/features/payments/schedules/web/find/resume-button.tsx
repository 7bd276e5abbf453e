import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, type CalendarDay, type DayRange } from '#shared/calendar-day.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { resumeSchedules } from '../../endpoints.ts';
import { daysAsMoments, earliestDay } from '../../find/list-params.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { RangePicker } from '#ui/date/range/range-picker.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

export interface Resumed {
  count: number;
  /** The failure, if some schedules were not resumed. */
  failure?: CallFailure;
}
interface Props {
  owner: string[];
  today: CalendarDay;
  onDone: (resumed: Resumed) => void;
}

/** Resumes all schedules that users suspended in an interval, in the organisations of the list. */
export function ResumeButton({ owner, today, onDone }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(resumeSchedules, { handlesOwnErrors: true });
  const [isOpen, setIsOpen] = useState(false);
  const [days, setDays] = useState<DayRange>(() => ({ from: addDays(today, -1), to: today }));
  async function resume(): Promise<void> {
    let count = 0;
    let failure: CallFailure | undefined;
    try {
      for (let isMore = true; isMore;) {
        const whose = owner.length > 0 ? { owner } : { allOwners: true as const };
        const body = { ...whose, suspended: daysAsMoments(days.from, days.to, times.zone) };
        const part = await send.mutateAsync({ body });
        count += part.resumed;
        isMore = part.isMore;
      }
    } catch (cause) {
      failure = toFailure(cause);
    }
    setIsOpen(false);
    onDone({ count, ...(failure && { failure }) });
  }
  return (
    <Allowed anyOf={['P_MANAGE_SCHEDULE']}>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('schedules.resume_all.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isStatic
        title={t('schedules.resume_all.title')}
        confirmLabel={t('schedules.resume_all.button')}
        cancelLabel={t('details.go_back')}
        onConfirm={resume}
        onCancel={() => setIsOpen(false)}
      >
        <p>{t('schedules.resume_all.text')}</p>
        <RangePicker
          label={t('schedules.resume_all.days')}
          value={days}
          onChange={(next) => next && setDays(next)}
          today={today}
          min={earliestDay}
        />
      </ConfirmDialog>
    </Allowed>
  );
}

/** How many were resumed, and whether all were. */
export function ResumedNotice({ count, failure, onClose }: Resumed & { onClose: () => void }) {
  const { t } = useTranslation();
  return failure ? (
    <FailureNotice failure={failure} title={t('schedules.resume_all.partly', { count })} onClose={onClose} />
  ) : (
    <Notice kind="success" onClose={onClose}>
      {t('schedules.resume_all.done', { count })}
    </Notice>
  );
}
