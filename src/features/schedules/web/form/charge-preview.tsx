import { useMemo } from 'react';
import { textOfDay } from '#shared/calendar-day.ts';
import { previewCharges } from '../../form/preview-charges.ts';
import type { ScheduleForm } from '../../form/schedule-form.ts';
import classes from './schedule-form.module.css';
import { useMoney } from '#web/format/use-money.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const shown = 5;

/** The next charges, computed with the server's rules. */
export function ChargePreview({ form, currency }: { form: ScheduleForm; currency: string }) {
  const { t } = useTranslation();
  const money = useMoney();
  const today = useTimes().today();
  const charges = useMemo(() => previewCharges(form, { currency, today }, shown), [form, currency, today]);
  if (charges.length === 0) return null;
  return (
    <section className={classes.preview} aria-label={t('schedules.form.next')}>
      <h3>{t('schedules.form.next')}</h3>
      <ol className="number">
        {charges.map(({ dueOn, amount }) => (
          <li key={dueOn}>
            {textOfDay(dueOn)}
            {amount !== undefined && <span>{money(amount, currency)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
