import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Outcome, statementParamsFor } from '#features/home/activity-rules.ts';
import type { Activity } from '#features/home/schemas.ts';
import classes from '#features/home/web/activity.module.css';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const slot = 20;
const bar = 14;

type Props = {
  label: string;
  days: Activity['days'];
  zone: string;
  /** Stacking order, lowest first. */
  stacked: readonly Outcome[];
  /** In units of a twentieth of a day's width. */
  height: number;
};

/**
 * A bar per day. Each part links to the rows that it counts. Tab stops once; the arrow keys move between
 * parts.
 */
export function ActivityChart({ label: name, days, zone, stacked, height }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const [current, setCurrent] = useState<string>();
  const list = useRef<SVGSVGElement>(null);
  const max = Math.max(1, ...days.map((day) => stacked.reduce((sum, outcome) => sum + day[outcome], 0)));
  const parts = days.flatMap((day, position) => {
    let top = height;
    return stacked.flatMap((outcome) => {
      const number = day[outcome];
      if (number === 0) return [];
      // A part keeps a minimum height, so that it can be seen and clicked.
      const tall = Math.max(3, Math.round((number / max) * (height - 3 * stacked.length)));
      top -= tall;
      return [{ key: `${day.from} ${outcome}`, day, outcome, number, x: position * slot, y: top, tall }];
    });
  });
  const first = current ?? parts.at(-1)?.key;

  function move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const links = [...(list.current?.querySelectorAll<SVGAElement>('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = step === undefined ? undefined : links[at + step];
    if (next == null) return;
    event.preventDefault();
    next.focus();
  }
  const label = ({ day, outcome, number }: (typeof parts)[number]) =>
    t(`home.activity.bar.${outcome}`, { date: times.date(day.from), count: number });
  return (
    <figure className={classes.chart}>
      <svg ref={list} viewBox={`0 0 ${days.length * slot} ${height}`} role="group" aria-label={name}>
        {parts.map((part) => (
          <Link
            key={part.key}
            {...paths.statements(statementParamsFor(part.day.from, part.outcome, zone))}
            aria-label={label(part)}
            tabIndex={part.key === first ? 0 : -1}
            onFocus={() => setCurrent(part.key)}
            onKeyDown={move}
          >
            <title>{label(part)}</title>
            <rect
              className={classes[part.outcome]}
              x={part.x + (slot - bar) / 2}
              y={part.y}
              width={bar}
              height={part.tall - 1}
              rx={2}
            />
          </Link>
        ))}
      </svg>
      <figcaption className={classes.legend}>
        <span>{days[0] == null ? '' : times.date(days[0].from)}</span>
        {stacked.length > 1 && (
          <span className={classes.key}>
            {stacked.map((outcome) => (
              <span key={outcome}>
                <i className={classes[`${outcome}Key`]} aria-hidden /> {t(`home.activity.${outcome}`)}
              </span>
            ))}
          </span>
        )}
        <span>{t('home.activity.today_short')}</span>
      </figcaption>
    </figure>
  );
}
