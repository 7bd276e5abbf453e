import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { explainDecline } from '#shared/payments/declines.ts';
import type { Activity } from '../schemas.ts';
import { BarChart } from '#ui/chart/bar-chart.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Link } from '@tanstack/react-router';
import type { BodyOf } from '#shared/define-endpoint.ts';
import { declinesPageSize, listDeclines } from '../endpoints.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { OlderPages, useOlderPages } from '#web/list-screen/older-pages.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import classes from './activity.module.css';

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
  const [opened, setOpened] = useState<OpenedReason>();
  if (declines.length === 0) return null;
  const nameOf = (decline: Decline): string => {
    const key = explainDecline(decline);
    if (key !== 'unknown') return t(`decline_labels.${key}`);
    return decline.reason || t('home.activity.no_reason');
  };
  const open = (id: string, title: string) => {
    const found = declines.find((decline) => idOf(decline) === id);
    if (found === undefined) return;
    const { reasonCode, responses } = found;
    setOpened({ title, from, until, reasonCode, responses });
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
      <DeclinedPayments reason={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

/** A bar of the chart: its name, and what it counts. */
interface OpenedReason extends Pick<
  BodyOf<typeof listDeclines>,
  'from' | 'until' | 'reasonCode' | 'responses'
> {
  title: string;
}

interface DeclinedPaymentsProps {
  reason: OpenedReason | undefined;
  onClose: () => void;
}

/** The payments of a bar beside the chart. */
function DeclinedPayments({ reason, onClose }: DeclinedPaymentsProps) {
  // Kept while the panel slides out.
  const [last, setLast] = useState(reason);
  if (reason !== undefined && reason !== last) setLast(reason);
  return (
    <SidePanel isOpen={reason !== undefined} onClose={onClose} title={last?.title ?? ''}>
      {last !== undefined && <Payments key={JSON.stringify(last)} reason={last} />}
    </SidePanel>
  );
}

function Payments({ reason: { title: _title, ...query } }: { reason: OpenedReason }) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const pages = useOlderPages();
  const { before } = pages;
  const { data, error, refetch } = useCall(
    listDeclines,
    {
      body: {
        ...query,
        orgIds: [organisation.selectedParentOrgId],
        ...(before === undefined ? {} : { before }),
      },
    },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (error != null)
    return (
      <ErrorState
        title={t('home.activity.declined_failed')}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      >
        {errorText(error.message)}
      </ErrorState>
    );
  if (data === undefined) return <SkeletonLines lines={8} />;
  if (data.payments.length === 0) return <EmptyState title={t('home.activity.declined_none')} />;
  return (
    <>
      <ul className={classes.declines}>
        {data.payments.map(({ transactionId, amount, currency, type, at, merchantReference }) => (
          <li key={transactionId}>
            <Link {...paths.transaction(transactionId)}>
              <MoneyText amount={amount} currencyCode={currency} />
              <span>{t(`transactions.type.${type}`, { defaultValue: type })}</span>
              <span className={classes.when}>
                <TimeText at={at} isShort />
                {merchantReference !== null && ` · ${merchantReference}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <OlderPages
        pages={pages}
        hasMore={data.hasMore}
        lastRow={data.payments.at(-1)?.transactionId}
        labels={{
          newer: t('home.activity.newer', { count: declinesPageSize }),
          older: t('home.activity.older', { count: declinesPageSize }),
        }}
      />
    </>
  );
}
