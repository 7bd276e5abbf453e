import { numberFormat } from '#shared/text/intl-formats.ts';
import { UnstyledButton } from '@mantine/core';
import { formatDuration } from '#web/format/duration.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { QueueFigures } from '../schemas.ts';
import type { Figure } from './counted-tasks.tsx';
import classes from './figures.module.css';

interface Props {
  figures: QueueFigures;
  onOpen: (figure: Figure) => void;
}

/** Share accepted, time to decision, and accepted tasks that were refunded since. */
export function Totals({ figures, onOpen }: Props) {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const { days, medianSeconds, p95Seconds, acceptedRefunded } = figures;
  const sum = (status: 'ACCEPTED' | 'REJECTED') => days.reduce((all, day) => all + day[status], 0);
  const [accepted, rejected] = [sum('ACCEPTED'), sum('REJECTED')];
  const duration = (seconds: number | null) =>
    seconds === null ? '—' : formatDuration(seconds * 1000, locale);
  const figure = (name: string, value: string, of?: Figure['filter']) => (
    <div key={name}>
      <dt>{t(`queue_figures.total.${name}`)}</dt>
      <dd className="number">
        {of ? (
          <UnstyledButton
            className={classes.open}
            onClick={() => onOpen({ title: t(`queue_figures.total.${name}`), filter: of })}
          >
            {value}
          </UnstyledButton>
        ) : (
          value
        )}
      </dd>
    </div>
  );
  return (
    <dl className={classes.facts}>
      {figure('accepted', shareOf(accepted, accepted + rejected, locale), { status: 'ACCEPTED' })}
      {figure('median', duration(medianSeconds))}
      {figure('p95', duration(p95Seconds))}
      {figure('refunded', shareOf(acceptedRefunded, accepted, locale), { refunded: 'true' })}
    </dl>
  );
}

/** A share with one digit; a dash of nothing. */
export function shareOf(part: number, whole: number, locale: string): string {
  if (whole === 0) return '—';
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole);
}
