import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { statusText } from '#features/virtual-terminal/session-outcome.ts';
import { Card } from '#ui/layout/card.tsx';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import type { Stage } from '#features/virtual-terminal/web/use-terminal-session.ts';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { Allowed } from '#web/session/allowed.tsx';

type Props = { stage: Extract<Stage, { step: 'result' }>; onAnother: () => void };

const tones: Readonly<Record<string, StatusTone>> = { SUCCESS: 'success', FAILED: 'failed' };

/** The third section: which transaction it was, and how it ended (docs/domain.md#virtual-terminal). */
export function ResultSection({ stage: { transactionId, state, decline }, onAnother }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card title={t('terminal.result.title')} headingRef={heading}>
      <DetailsList
        details={[
          { label: t('terminal.result.transaction'), value: transactionId, isNumeric: true },
          {
            label: t('terminal.result.status'),
            value: (
              <StatusBadge
                tone={tones[state] ?? 'neutral'}
                label={t(`terminal.state.${state}`, { defaultValue: statusText(state) })}
              />
            ),
          },
          ...(decline === undefined
            ? []
            : [{ label: t('terminal.result.reason'), value: t(`declines.${decline}`) }]),
        ]}
      />
      <div className={classes.actions}>
        <Allowed anyOf={['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL']}>
          <Link {...paths.transaction(transactionId)} className={classes.link}>
            {t('terminal.result.details')}
          </Link>
        </Allowed>
        <Button onClick={onAnother}>{t('terminal.result.another')}</Button>
      </div>
    </Card>
  );
}
