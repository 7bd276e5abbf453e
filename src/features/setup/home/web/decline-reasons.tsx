import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { adviseOnDecline, explainDecline } from '#shared/payments/declines.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { Activity } from '../schemas.ts';
import { CountedPanel, type CountedPayments } from './counted-payments.tsx';
import classes from './home-screen.module.css';

type Decline = Activity['declines'][number];

interface Props {
  declines: readonly Decline[];
  from: string;
  until: string;
}

const idOf = ({ reasonCode, statusCode, scheme }: Decline): string => `${reasonCode} ${statusCode} ${scheme}`;

/** A bar for each of the most frequent reasons, with what helps. It opens exactly the payments that it counts. */
export function DeclineReasons({ declines, from, until }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<CountedPayments>();
  if (declines.length === 0) return null;
  const nameOf = (decline: Decline): string => {
    const key = explainDecline(decline);
    if (key !== 'unknown') return t(`decline_labels.${key}`);
    return decline.reason || t('home.activity.no_reason');
  };
  const adviceFor = (decline: Decline): string | undefined => {
    const { advice } = adviseOnDecline(explainDecline(decline));
    return advice && t(`decline_advice.${advice}`);
  };
  const open = (id: string, title: string) => {
    const selected = declines.find((decline) => idOf(decline) === id);
    if (selected === undefined) return;
    const { reasonCode, responses } = selected;
    setOpened({ of: 'declines', title, criteria: { from, until, reasonCode, responses } });
  };
  return (
    <div className={classes.chart}>
      <h3>{t('home.activity.declines')}</h3>
      <BarChart
        isRows
        label={t('home.activity.declines')}
        groupsLabel={t('home.activity.reason')}
        series={[{ id: 'declined', label: t('home.activity.series.declined'), tone: 'failed' }]}
        groups={declines.map((decline) => ({
          id: idOf(decline),
          label: nameOf(decline),
          title: nameOf(decline),
          note: adviceFor(decline),
          values: [decline.number],
        }))}
        markLabel={({ title }, _series, count) => t('home.activity.bar.declined', { date: title, count })}
        renderMark={({ id, title }, _series, mark) => (
          <UnstyledButton {...mark} onClick={() => open(id, title)} />
        )}
      />
      <CountedPanel target={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}
