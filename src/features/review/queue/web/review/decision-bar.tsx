import { Button, Kbd } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
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

/**
 * The three decisions with their effect on the money. They stay visible. On a phone they are one row of short labels, and an
 * accept is confirmed: the place of the first tap becomes "Cancel", so that a second tap of the same thumb accepts nothing.
 */
export function DecisionBar({ task, isBusy, onDecide }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const amount = money(task.transactionAmount, task.transactionCurrencyCode);
  const type = task.transactionTypeCategory;
  const isPhone = useIsPhone();
  const texts = useUiTexts();
  const [askedId, setAskedId] = useState<string>();
  const isAsked = isPhone && askedId === task.id;
  const acceptLabel = t(`review.do.ACCEPT_${task.movesMoney ? type : 'RELEASE'}`, { amount });
  const button = (decision: ReviewDecision, key: string, label: string, isShort = isPhone) => (
    <Button
      className={classes.decision}
      classNames={{ label: classes.decisionLabel }}
      variant={decision === 'ACCEPT' && !isShort ? 'filled' : 'default'}
      aria-keyshortcuts={key}
      // Not disabled while a decision is sent, so that the button keeps the focus.
      aria-disabled={isBusy || undefined}
      data-disabled={isBusy || undefined}
      onClick={() => {
        if (isBusy) return;
        if (decision === 'ACCEPT' && isShort) setAskedId(task.id);
        else onDecide(decision);
      }}
    >
      <KeyCap>{key}</KeyCap>
      {isShort ? t(`queue.do.${decision}`) : label}
    </Button>
  );
  return (
    <div className={classes.bar} role="group" aria-label={t('review.decision')}>
      {isAsked ? (
        <>
          {button('ACCEPT', 'A', acceptLabel, false)}
          <Button
            className={classes.decision}
            variant="default"
            ref={focusIt}
            onClick={() => setAskedId(undefined)}
          >
            {texts.cancel}
          </Button>
        </>
      ) : (
        <>
          {button('REJECT', 'R', t(`review.do.REJECT_${type}`, { amount }))}
          {button('HOLD', 'H', t('review.do.HOLD'))}
          {button('ACCEPT', 'A', acceptLabel)}
        </>
      )}
    </div>
  );
}

/** A key must not accept by accident either: the focus goes to "Cancel". */
const focusIt = (button: HTMLButtonElement | null): void => button?.focus();

/** The key of a button, as long as letters are shortcuts. */
export function KeyCap({ children }: { children: ReactNode }) {
  return useSingleKeys() ? (
    <Kbd size="xs" className={classes.cap} aria-hidden>
      {children}
    </Kbd>
  ) : null;
}
