import { Button, Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMoney } from '#web/format/use-money.ts';
import { useSingleKeys } from '#web/preferences.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ReviewDecision } from '../../review-mode.ts';
import type { ReviewTask } from '../../review-shapes.ts';
import classes from './review.module.css';

interface Props {
  task: ReviewTask;
  isBusy: boolean;
  onDecide: (decision: ReviewDecision) => void;
}

/** The three decisions with their effect on the money. They stay visible. */
export function DecisionBar({ task, isBusy, onDecide }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const amount = money(task.transactionAmount, task.transactionCurrencyCode);
  const type = task.transactionTypeCategory;
  const button = (decision: ReviewDecision, key: string, label: string) => (
    <Button
      className={classes.decision}
      variant={decision === 'ACCEPT' ? 'filled' : 'default'}
      aria-keyshortcuts={key}
      // Not disabled while a decision is sent, so that the button keeps the focus.
      aria-disabled={isBusy || undefined}
      data-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onDecide(decision);
      }}
    >
      <KeyCap>{key}</KeyCap>
      {label}
    </Button>
  );
  return (
    <div className={classes.bar} role="group" aria-label={t('review.decision')}>
      {button('REJECT', 'R', t(`review.do.REJECT_${type}`, { amount }))}
      {button('HOLD', 'H', t('review.do.HOLD'))}
      {button('ACCEPT', 'A', t(`review.do.ACCEPT_${task.movesMoney ? type : 'RELEASE'}`, { amount }))}
    </div>
  );
}

/** The key of a button, as long as letters are shortcuts. */
export function KeyCap({ children }: { children: ReactNode }) {
  return useSingleKeys() ? (
    <Kbd size="xs" className={classes.cap} aria-hidden>
      {children}
    </Kbd>
  ) : null;
}
