import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { OwnDecision } from '../../review-shapes.ts';
import { KeyCap } from './decision-bar.tsx';
import { useNow } from './review-head.tsx';
import classes from './review.module.css';

interface Props {
  decisions: readonly OwnDecision[];
  /** When the server said how long they are held: milliseconds. */
  at: number;
  onUndo: (decision: OwnDecision) => void;
}

const maxShown = 3;

/** Decisions that the server still holds, with the seconds that are left, and those that came to nothing. */
export function HeldDecisions({ decisions, at: saidAt, onUndo }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const held = decisions.filter(({ state }) => state === 'HELD').slice(0, maxShown);
  const now = useNow(held.length > 0 ? 250 : 60_000);
  const failed = decisions.filter(
    ({ taskId, state }) => (state === 'FAILED' || state === 'NOT_SENT') && !closed.includes(taskId),
  );
  const amountOf = ({ transactionAmount, transactionCurrencyCode }: OwnDecision) =>
    money(transactionAmount, transactionCurrencyCode);
  return (
    <div className={classes.held}>
      {failed.map((one) => (
        <Notice key={one.taskId} kind="failed" onClose={() => setClosed([...closed, one.taskId])}>
          {t(`review.${one.state === 'FAILED' ? 'refused' : 'overtaken'}.${one.decision}`, {
            amount: amountOf(one),
          })}
        </Notice>
      ))}
      {held.map((one, at) => {
        const seconds = Math.max(0, Math.ceil((one.leftMs - Math.max(0, now - saidAt)) / 1000));
        return (
          <div key={one.taskId} className={classes.heldLine}>
            <span className="number">
              {seconds > 0
                ? t(`review.in_seconds.${one.decision}`, { amount: amountOf(one), seconds: String(seconds) })
                : t(`review.now.${one.decision}`, { amount: amountOf(one) })}
            </span>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              aria-keyshortcuts={at === 0 ? 'Z' : undefined}
              onClick={() => onUndo(one)}
            >
              {at === 0 && <KeyCap>Z</KeyCap>}
              {t('review.undo')}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
