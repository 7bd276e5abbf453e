import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useMoney } from '#web/format/use-money.ts';
import type { Refusal } from './use-claim.ts';
import type { ReviewMode } from './use-review-mode.ts';
import type { OwnDecision } from '../../review-shapes.ts';
import { KeyCap } from './decision-bar.tsx';
import { useNow } from './review-head.tsx';
import classes from './review.module.css';

/** Why a task can't be decided now, and what to do: in sentences, with a button. */
export function ReviewNotices({ review }: { review: ReviewMode }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { claim, notice } = review;
  const refusal = claim.kind === 'refused' ? claim.refusal : undefined;
  // One notice for a decision that came too late, with the way on.
  const isOver = notice?.kind === 'not_sent' && refusal?.state === 'ACTED';
  return (
    <>
      {notice?.kind === 'not_sent' && (
        <Notice
          kind="failed"
          {...(isOver
            ? { action: <FirstButton label={t('review.next')} onClick={review.skip} /> }
            : { onClose: review.closeNotice })}
        >
          {refusalText(notice.refusal)} {t('review.not_sent')}
        </Notice>
      )}
      {notice?.kind === 'not_stored' && (
        <FailureNotice failure={notice.error} title={t('review.not_stored')} onClose={review.closeNotice} />
      )}
      {notice?.kind === 'too_late' && (
        <Notice kind="failed" onClose={review.closeNotice}>
          {t('review.too_late')}
        </Notice>
      )}
      {refusal !== undefined && !isOver && (
        <Notice
          kind="pending"
          action={
            refusal.state === 'ENDED' ? (
              <FirstButton label={t('review.claim_again')} onClick={review.claimAgain} />
            ) : (
              <FirstButton label={t('review.next')} onClick={review.skip} />
            )
          }
        >
          {refusalText(refusal)}
        </Notice>
      )}
    </>
  );
}

/** Takes the focus: without a task there is nothing else to do. */
function FirstButton({ label, onClick }: { label: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClick}>
      {label}
    </Button>
  );
}

/** "Maria is reviewing this until 14:10." */
function useRefusalText(): (refusal: Refusal) => string {
  const { t } = useTranslation();
  const times = useTimes();
  return (refusal) => {
    switch (refusal.state) {
      case 'CLAIMED':
        return t('review.claimed', { who: refusal.by, time: times.short(refusal.until) });
      case 'ENDED':
        return t('review.claim_ended');
      case 'ACTED': {
        const author = refusal.isOwn ? t('review.you') : (refusal.by ?? t('review.system'));
        return t(`review.acted.${refusal.act}`, {
          who: author,
          when: times.relative(Date.now() - Math.max(1000, refusal.agoMs)),
        });
      }
    }
  };
}

interface HeldDecisionsProps {
  decisions: readonly OwnDecision[];
  /** When the server returned how long they are held: milliseconds. */
  at: number;
  onUndo: (decision: OwnDecision) => void;
}

const maxShown = 3;

/** Decisions that the server still holds, with the seconds that are left, and those that failed. */
export function HeldDecisions({ decisions, at: receivedAt, onUndo }: HeldDecisionsProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const visible = decisions.filter(({ state }) => state === 'HELD').slice(0, maxShown);
  const now = useNow(visible.length > 0 ? 250 : 60_000);
  const failed = decisions.filter(
    ({ taskId, state }) => (state === 'FAILED' || state === 'NOT_SENT') && !closed.includes(taskId),
  );
  const formatAmount = ({ transactionAmount, transactionCurrencyCode }: OwnDecision) =>
    money(transactionAmount, transactionCurrencyCode);
  return (
    <div className={classes.held}>
      {failed.map((decision) => (
        <Notice key={decision.taskId} kind="failed" onClose={() => setClosed([...closed, decision.taskId])}>
          {t(`review.${decision.state === 'FAILED' ? 'refused' : 'overtaken'}.${decision.decision}`, {
            amount: formatAmount(decision),
          })}
        </Notice>
      ))}
      {visible.map((decision, index) => {
        const seconds = Math.max(0, Math.ceil((decision.leftMs - Math.max(0, now - receivedAt)) / 1000));
        return (
          <div key={decision.taskId} className={classes.heldLine}>
            <span className="number">
              {seconds > 0
                ? t(`review.in_seconds.${decision.decision}`, {
                    amount: formatAmount(decision),
                    seconds: String(seconds),
                  })
                : t(`review.now.${decision.decision}`, { amount: formatAmount(decision) })}
            </span>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              aria-keyshortcuts={index === 0 ? 'Z' : undefined}
              onClick={() => onUndo(decision)}
            >
              {index === 0 && <KeyCap>Z</KeyCap>}
              {t('review.undo')}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
