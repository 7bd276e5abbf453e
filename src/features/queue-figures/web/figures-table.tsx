import { numberFormat } from '#shared/text/intl-formats.ts';
import { UnstyledButton } from '@mantine/core';
import { formatDuration } from '#web/format/duration.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { Decided } from '../schemas.ts';
import type { Figure } from './counted-tasks.tsx';
import classes from './figures.module.css';
import { shareOf } from './totals.tsx';

interface Row extends Decided {
  name: string;
  /** Of reviewers only. */
  medianSeconds?: number;
  refunded: number;
  filter: Figure['filter'];
}

interface Props {
  title: string;
  /** Of the first column. */
  head: string;
  rows: readonly Row[];
  onOpen: (figure: Figure) => void;
}

/** Closed tasks of each reviewer or rule. */
export function FiguresTable({ title, head, rows, onOpen }: Props) {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const number = numberFormat(locale);
  const hasTimes = rows.some(({ medianSeconds }) => medianSeconds !== undefined);
  if (rows.length === 0) return null;
  const cell = (row: Row, label: string, count: number, filter: Figure['filter']) =>
    count === 0 ? (
      '0'
    ) : (
      <UnstyledButton
        className={classes.open}
        aria-label={t('queue_figures.mark', { what: `${row.name}, ${label}`, count })}
        onClick={() => onOpen({ title: `${row.name}, ${label}`, filter: { ...row.filter, ...filter } })}
      >
        {number.format(count)}
      </UnstyledButton>
    );
  const statuses = ['ACCEPTED', 'REJECTED', 'EXPIRED', 'FLUSHED'] as const;
  return (
    <section className={classes.card}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {statuses.map((status) => (
                <th key={status} scope="col">
                  {t(`queue_figures.status.${status}`)}
                </th>
              ))}
              <th scope="col">{t('queue_figures.total.accepted')}</th>
              <th scope="col">{t('queue_figures.total.refunded')}</th>
              {hasTimes && <th scope="col">{t('queue_figures.total.median')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                {statuses.map((status) => (
                  <td key={status} className="number">
                    {cell(row, t(`queue_figures.status.${status}`), row[status], { status })}
                  </td>
                ))}
                <td className="number">{shareOf(row.ACCEPTED, row.ACCEPTED + row.REJECTED, locale)}</td>
                <td className="number">
                  {cell(row, t('queue_figures.total.refunded'), row.refunded, { refunded: 'true' })}
                </td>
                {hasTimes && (
                  <td className="number">{formatDuration((row.medianSeconds ?? 0) * 1000, locale)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
