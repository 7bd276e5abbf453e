import { Button } from '@mantine/core';
import { addDays, dayMs, dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';
import { TypedDayField } from '#ui/date/typed-day-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { moveTestClock } from '../endpoints.ts';
import type { TestClockView } from '../schemas.ts';
import { maxMoveDays } from '../test-clock-limits.ts';

interface Props {
  clock: TestClockView;
  orgId: number;
  onChanged: () => Promise<unknown>;
}

type DayError = 'test_clock.wrong.day' | 'test_clock.wrong.past' | 'test_clock.wrong.far';

/** To a day and a time of the zone that is chosen at the top. */
export function MoveForm({ clock, orgId, onChanged }: Props) {
  const { t } = useTranslation();
  const { zone, zoneName } = useTimes();
  const now = new Date(clock.now);
  const today = zonedDate(now, zone);
  const send = useSend(moveTestClock, { handlesOwnErrors: true });
  const momentOf = ({ day, time }: { day: string; time: string }): Date | undefined => {
    const chosen = dayOfText(day);
    return chosen !== undefined && /^\d\d:\d\d$/.test(time)
      ? zonedMoment(chosen, `${time}:00.000`, zone, 'last')
      : undefined;
  };
  const form = useForm({
    initial: { day: '', time: '12:00' },
    validate: (values): { day?: DayError } => {
      const to = momentOf(values);
      if (to === undefined) return { day: 'test_clock.wrong.day' };
      if (to <= now) return { day: 'test_clock.wrong.past' };
      return to.getTime() > now.getTime() + maxMoveDays * dayMs ? { day: 'test_clock.wrong.far' } : {};
    },
    refusals: {
      too_small: { day: 'test_clock.wrong.past' },
      too_large: { day: 'test_clock.wrong.far' },
    },
    send: async (values) => {
      const to = momentOf(values);
      if (to) await send.mutateAsync({ path: { orgId }, body: { to: to.toISOString() } });
      form.reset();
      await onChanged();
    },
  });
  return (
    <FormStack
      label={t('test_clock.move_to')}
      onSubmit={form.submit}
      actions={
        <Button type="submit" loading={form.isBusy}>
          {t('test_clock.move')}
        </Button>
      }
    >
      <UnsavedGuard isDirty={form.isDirty} />
      <TypedDayField
        label={t('test_clock.day')}
        value={form.values.day}
        min={today}
        max={addDays(today, maxMoveDays)}
        error={form.error('day')}
        help={t('test_clock.day_help', { last: textOfDay(addDays(today, maxMoveDays)) })}
        onChange={(day) => form.change({ day })}
      />
      <TextField type="time" label={t('test_clock.at')} help={zoneName} {...form.field('time')} />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}
