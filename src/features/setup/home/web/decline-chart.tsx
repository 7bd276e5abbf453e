import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { explainDecline } from '#shared/payments/declines.ts';
import type { Activity } from '../schemas.ts';
import { type SelectedReason, DeclinedPayments } from './declined-payments.tsx';
import { BarChart } from '#ui/chart/bar-chart.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Decline = Activity['declines'][number];

interface Props {
  declines: readonly Decline[];
  from: string;
  until: string;
}

const idOf = ({ reasonCode, statusCode, scheme }: Decline): string => `${reasonCode} ${statusCode} ${scheme}`;

/** A bar for each of the most frequent reasons; it opens exactly the payments that it counts. */
export function DeclineChart({ declines, from, until }: Props) {
  const { t } = useTranslation();
  const [openReason, setOpenReason] = useState<SelectedReason>();
  if (declines.length === 0) return null;
  const nameOf = (decline: Decline): string => {
    const key = explainDecline(decline);
    if (key !== 'unknown') return t(`decline_labels.${key}`);
    return decline.reason || t('home.activity.no_reason');
  };
  const open = (id: string, title: string) => {
    const selected = declines.find((decline) => idOf(decline) === id);
    if (selected === undefined) return;
    const { reasonCode, responses } = selected;
    setOpenReason({ title, from, until, reasonCode, responses });
  };
  return (
    <div>
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
          values: [decline.number],
        }))}
        markLabel={({ title: date }, _series, count) => t('home.activity.bar.declined', { date, count })}
        renderMark={({ id, title }, _series, mark) => (
          <UnstyledButton {...mark} onClick={() => open(id, title)} />
        )}
      />
      <DeclinedPayments reason={openReason} onClose={() => setOpenReason(undefined)} />
    </div>
  );
}
