import type { TransactionDetails } from '../schemas.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type CardPause = NonNullable<TransactionDetails['cardPause']>;

interface Props {
  pause: CardPause;
  /** Offers the declined payment, which is another one than the page shows. */
  isLinked?: boolean;
}

/** Why the card should not be charged now, and from when it can be (docs/domain.md#paused-cards). */
export function CardPauseNotice({ pause, isLinked = false }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const { isFinal, until, declinedAt, reason, transactionId } = pause;
  return (
    <Notice
      kind="pending"
      title={t(`details.card_pause.${isFinal ? 'final' : 'wait'}`, { at: times.long(until) })}
      action={
        isLinked && (
          <LinkButton variant="default" to={paths.transaction(transactionId)}>
            {t('details.card_pause.open')}
          </LinkButton>
        )
      }
    >
      <p>{t('details.card_pause.why', { at: times.long(declinedAt), reason: t(`declines.${reason}`) })}</p>
    </Notice>
  );
}
