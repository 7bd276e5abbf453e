import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Outcome, statementOf } from '#features/home/activity-rules.ts';
import type { Activity } from '#features/home/calls.ts';
import classes from '#features/home/web/activity.module.css';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const height = 120;
const slot = 20;
const bar = 14;
const stacked: readonly Outcome[] = ['declined', 'accepted'];

/**
 * A bar a day, declined on accepted; each part leads to the rows it counts. One stop of the Tab key: the arrow
 * keys go from part to part.
 */
export function ActivityChart({ days, zone }: { days: Activity['days']; zone: string }) {
  const { t } = useTranslation();
  const times = useTimes();
  const [current, setCurrent] = useState<string>();
  const list = useRef<SVGSVGElement>(null);
  const most = Math.max(1, ...days.map((day) => day.accepted + day.declined));
  const parts = days.flatMap((day, position) => {
    let top = height;
    return [...stacked].reverse().flatMap((outcome) => {
      const number = day[outcome === 'accepted' ? 'accepted' : 'declined'];
      if (number === 0) return [];
      // A part is never too thin to be seen and hit.
      const tall = Math.max(3, Math.round((number / most) * (height - 6)));
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
      <svg
        ref={list}
        viewBox={`0 0 ${days.length * slot} ${height}`}
        role="group"
        aria-label={t('home.activity.chart')}
      >
        {parts.map((part) => (
          <Link
            key={part.key}
            to="/statements"
            search={statementOf(part.day.from, part.outcome, zone)}
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
        <span className={classes.key}>
          <i className={classes.acceptedKey} aria-hidden /> {t('home.activity.accepted')}
          <i className={classes.declinedKey} aria-hidden /> {t('home.activity.declined')}
        </span>
        <span>{t('home.activity.today_short')}</span>
      </figcaption>
    </figure>
  );
}
