import { Button } from '@mantine/core';
import { useState } from 'react';
import { adviceWait } from '#shared/payments/advice-codes.ts';
import {
  type Decline,
  adviseOnDecline,
  explainDecline,
  isClosedToRefunds,
  retryFrom,
} from '#shared/payments/declines.ts';
import type { TransactionDetails } from '../schemas.ts';
import { isPositive } from '../follow-up-form.ts';
import { useDetailsWords } from './use-details-words.ts';
import { isWaitingForMerchant, suspensionEnd } from '../suspension.ts';
import { searchTransactions } from '#features/transactions/endpoints.ts';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';

/** Beside the status: how much was captured and refunded. */
export function ChargeBadges({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const { chargeInformation: charge, currencyCode, requestedAmount, type } = transaction;
  if (charge === null) return null;
  const { capturedAmount, refundedAmount, refundableAmount, refundPendingAmount } = charge;
  const isWhole = !isPositive(refundableAmount) && !isPositive(refundPendingAmount);
  const money = (amount: string, of: string) => ({
    money: words.money(amount, currencyCode),
    of: words.money(of, currencyCode),
  });
  return (
    <>
      {type === 'PREAUTH' && isPositive(capturedAmount) && (
        <StatusBadge
          tone="info"
          label={
            capturedAmount === requestedAmount
              ? t('details.captured_whole')
              : t('details.captured_part', money(capturedAmount, requestedAmount))
          }
        />
      )}
      {isPositive(refundedAmount) && (
        <StatusBadge
          tone="info"
          label={
            isWhole
              ? t('details.refunded_whole')
              : t('details.refunded_part', money(refundedAmount, capturedAmount))
          }
        />
      )}
    </>
  );
}

/** The section that the banner scrolls to. */
export const relatedId = 'related-transactions';

interface Props {
  transaction: TransactionDetails;
  onRepeat: () => void;
}

const endedBadly = ['FAILED', 'EXPIRED', 'CANCELLED'];

/** Why a transaction failed, on whose side, and what to do. */
export function FailureBanner({ transaction, onRepeat }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const { transactionStatus: status, reasonCode, authoriserCode: statusCode, adviceCode, type } = transaction;
  if (!endedBadly.includes(status)) return null;
  const decline = explainDecline({
    reasonCode: reasonCode ?? '',
    statusCode,
    scheme: transaction.cardScheme,
  });
  const { side, retry, advice } = adviseOnDecline(decline, adviceCode);
  const days = (adviceWait(adviceCode) ?? 0) / 24;
  const isRefundToCard = type === 'REFUND' && isClosedToRefunds(decline);
  const sentence =
    decline === 'unknown' && transaction.reasonMessage !== null
      ? transaction.reasonMessage
      : t(isRefundToCard ? 'details.problem.refund_card' : `declines.${decline}`);
  // Other advice is about a payment: it asks for a card or for the customer.
  const isAdvised = type !== 'REFUND' || (!isRefundToCard && (advice === 'WAIT' || advice === 'PROCESSOR'));
  const { cardPause: pause, authoriserStatus } = transaction;
  const isFinal = pause?.isFinal === true && pause.transactionId === transaction.transactionId;
  const isUncharged = retry !== 'UNKNOWN' && !isPositive(transaction.consumerSpend);
  return (
    <Notice
      kind={status === 'FAILED' ? 'failed' : 'info'}
      title={sentence}
      action={<NextStep transaction={transaction} decline={decline} onRepeat={onRepeat} />}
    >
      <p>
        {[
          advice !== undefined && isAdvised && t(`decline_advice.${advice}`),
          side !== undefined && t(`details.problem.side.${side}`),
          retry !== undefined && type !== 'REFUND' && t(`details.problem.retry.${retry}`, { days }),
          isFinal && t('details.card_pause.final', { at: times.long(pause.until) }),
          authoriserStatus === 'REVERSED' && decline !== '00' && t('declines.00'),
          isUncharged && t('details.problem.uncharged'),
        ]
          .filter((part) => part !== false)
          .join(' ')}
      </p>
    </Notice>
  );
}

function NextStep({ transaction, decline, onRepeat }: Props & { decline: Decline }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const [now] = useState(() => new Date());
  const { next } = adviseOnDecline(decline, transaction.adviceCode);
  const { type, gatewayReference, relatedTransactionId, linkedScheduleId, repeatInformation } = transaction;
  // The other steps are about a payment.
  if (type === 'REFUND' && next !== 'ORIGINAL' && next !== 'COPY_REFERENCE') return null;
  switch (next) {
    case 'REPEAT': {
      const { cardPause: pause } = transaction;
      const isRepeatable = repeatInformation.permitted && repeatInformation.availableToProcess;
      if (!isRepeatable || pause?.isFinal === true) return <SendLink />;
      // A later attempt with the card may have to wait longer.
      const from = pause
        ? new Date(pause.until)
        : retryFrom(decline, transaction.transactionTime, transaction.adviceCode);
      const isEarly = from !== undefined && from > now;
      return (
        <Button variant="default" disabled={isEarly} onClick={onRepeat}>
          {isEarly
            ? t('details.problem.available_at', { at: words.moment(from.toISOString()) })
            : t('details.action.REPEAT.button')}
        </Button>
      );
    }
    case 'LINK':
      return <SendLink />;
    case 'TERMINAL':
      return (
        <Allowed anyOf={['P_VIRTUAL_TERMINAL']}>
          <LinkButton variant="default" to={paths.virtualTerminal()}>
            {t('details.problem.terminal')}
          </LinkButton>
        </Allowed>
      );
    case 'RISK_CONTROLS':
      return (
        <Allowed anyOf={['P_VIEW_RISK_CONTROLS']}>
          <LinkButton variant="default" to={paths.riskControls()}>
            {t('details.problem.risk_controls')}
          </LinkButton>
        </Allowed>
      );
    case 'RELATED':
      return (
        <Allowed to={searchTransactions}>
          <Button
            variant="default"
            onClick={() => document.getElementById(relatedId)?.scrollIntoView({ block: 'start' })}
          >
            {t('details.problem.related')}
          </Button>
        </Allowed>
      );
    case 'ORIGINAL':
      return (
        relatedTransactionId !== null && (
          <LinkButton variant="default" to={paths.transaction(relatedTransactionId)}>
            {t('details.problem.original')}
          </LinkButton>
        )
      );
    case 'COPY_REFERENCE':
      return <CopyText text={gatewayReference ?? transaction.transactionId} />;
    case 'SCHEDULE':
      return (
        linkedScheduleId !== null && (
          <LinkButton variant="default" to={paths.schedule(linkedScheduleId)}>
            {t('details.problem.schedule')}
          </LinkButton>
        )
      );
    default:
      return null;
  }
}

/** The hosted payment page takes another card and the customer's authentication. */
function SendLink() {
  const { t } = useTranslation();
  return (
    <Allowed anyOf={['P_CREATE_SMART_LINK']}>
      <LinkButton variant="default" to={paths.createSmartLinks()}>
        {t('details.problem.link')}
      </LinkButton>
    </Allowed>
  );
}

/** What a suspended payment waits for, and when it expires. */
export function SuspendedNotice({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  if (!isWaitingForMerchant(transaction)) return null;
  const at = words.moment(suspensionEnd(transaction));
  return (
    <Notice kind="pending" title={t('details.suspended.title')}>
      {t(`details.suspended.${transaction.reasonCode ?? ''}`, { at })}
    </Notice>
  );
}
