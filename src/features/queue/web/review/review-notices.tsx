import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { Refusal } from './use-claim.ts';
import type { Review } from './use-review.ts';

/** Why a task can't be decided now, and what to do: in sentences, with a button. */
export function ReviewNotices({ review }: { review: Review }) {
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
        <Notice kind="failed" title={t('review.not_stored')} onClose={review.closeNotice}>
          {errorText(notice.error.message)}
        </Notice>
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
        const who = refusal.isOwn ? t('review.you') : (refusal.by ?? t('review.system'));
        return t(`review.acted.${refusal.act}`, {
          who,
          when: times.relative(Date.now() - Math.max(1000, refusal.agoMs)),
        });
      }
    }
  };
}
