import { isClosedDispute } from '#shared/payments/dispute-status.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TransactionDetails } from '../schemas.ts';
import { useDetailsFormat } from './use-details-format.ts';

type Disputed = Pick<TransactionDetails, 'disputes'>;

/** A refund could give the money a second time. */
export const isDisputed = ({ disputes }: Disputed): boolean =>
  disputes.some(({ status }) => !isClosedDispute(status));

/** Disputes that are open, and fraud that the card's issuer has reported. */
export function DisputeNotice({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { disputes, fraudReported, currencyCode } = transaction;
  const open = disputes.filter(({ status }) => !isClosedDispute(status));
  return (
    <>
      {open.map(({ disputeId, transactionId, stage, status, amount }) => (
        <Notice
          key={disputeId ?? transactionId}
          kind="pending"
          title={t('details.disputed', { money: format.money(amount, currencyCode) })}
          action={
            disputeId !== null && (
              <LinkButton variant="default" to={paths.dispute(disputeId)}>
                {t('details.open_dispute')}
              </LinkButton>
            )
          }
        >
          {`${t(`disputes.stage.${stage}`)} · ${t(`disputes.status.${status}`)}`}
        </Notice>
      ))}
      {fraudReported === 'WARNING' && (
        <Notice kind="pending" title={t('details.fraud_warning')}>
          {t('details.fraud_warning_text')}
        </Notice>
      )}
    </>
  );
}
