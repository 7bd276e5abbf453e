import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Decline, adviseOnDecline, findOutgoingProblem, retryFrom } from '#shared/payments/declines.ts';
import { isMoneyOut } from '#shared/payments/transaction-kind.ts';
import type { TransactionDetails } from '../schemas.ts';
import { isPositive } from '#shared/money.ts';
import { useDetailsFormat } from './use-details-format.ts';
import { isWaitingForMerchant, suspensionEnd } from '../suspension.ts';
import { searchTransactions } from '#features/reports/transactions/endpoints.ts';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { riskStopText } from './risk-stop-text.ts';
import { FailureBanner, FailureStep, isCommonStep, useFailureTexts } from '#web/format/failure-banner.tsx';
import type { LinkDraft } from '#web/links/link-draft.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';

/** Beside the status: how much was captured and refunded. */
export function ChargeBadges({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { chargeInformation: charge, currencyCode, requestedAmount, type } = transaction;
  if (charge === null) return null;
  const { capturedAmount, refundedAmount, refundableAmount, refundPendingAmount, chargedBackAmount } = charge;
  const isChargedBack = isPositive(chargedBackAmount);
  const isWhole = !isPositive(refundableAmount) && !isPositive(refundPendingAmount) && !isChargedBack;
  const money = (amount: string, total: string) => ({
    money: format.money(amount, currencyCode),
    of: format.money(total, currencyCode),
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
      {isChargedBack && (
        <StatusBadge
          tone="failed"
          label={
            chargedBackAmount === capturedAmount
              ? t('details.charged_back_whole')
              : t('details.charged_back_part', money(chargedBackAmount, capturedAmount))
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
export function TransactionFailure({ transaction, onRepeat }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const { transactionStatus: status, reasonCode, authoriserCode: statusCode, adviceCode, type } = transaction;
  const {
    decline,
    advice,
    isDecided,
    texts: format,
  } = useFailureTexts({
    reasonCode,
    statusCode,
    scheme: transaction.cardScheme,
    adviceCode,
  });
  if (!endedBadly.includes(status)) return null;
  const isRefund = type === 'REFUND';
  const outgoing = findOutgoingProblem(type, decline);
  const isUnknown = decline === 'unknown' && transaction.reasonMessage !== null;
  const reason = outgoing ? t(`details.problem.${outgoing}`) : format.reason;
  // Other advice is about a payment: it is about a card or the customer.
  const isAdvised = !outgoing && (!isRefund || advice === 'WAIT' || advice === 'PROCESSOR');
  const { cardPause: pause, authoriserStatus, riskStop: stop } = transaction;
  const isFinal = pause?.isFinal === true && pause.transactionId === transaction.transactionId;
  return (
    <FailureBanner
      kind={status === 'FAILED' ? 'failed' : 'info'}
      title={isUnknown ? (transaction.reasonMessage ?? '') : reason}
      text={[
        ...(stop
          ? [riskStopText(stop, t)]
          : [isAdvised && format.advice, !outgoing && format.side, !outgoing && !isRefund && format.retry]),
        isFinal && t('details.card_pause.final', { at: times.long(pause.until) }),
        authoriserStatus === 'REVERSED' && decline !== '00' && t('declines.00'),
        isDecided &&
          !isPositive(transaction.consumerSpend) &&
          (isMoneyOut(type) ? t('details.problem.unmoved') : format.uncharged),
      ]}
      action={<NextStep transaction={transaction} decline={decline} onRepeat={onRepeat} />}
    />
  );
}

function NextStep({ transaction, decline, onRepeat }: Props & { decline: Decline }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const [now] = useState(() => companyNow());
  const { next } = adviseOnDecline(decline, transaction.adviceCode);
  const { type, gatewayReference, relatedTransactionId, linkedScheduleId, repeatInformation } = transaction;
  // The other steps are about a payment.
  if (type === 'REFUND' && next !== 'ORIGINAL' && next !== 'COPY_REFERENCE') return null;
  const link = linkDraftFor(transaction);
  if (isCommonStep(next)) return <FailureStep next={next} link={link} />;
  switch (next) {
    case 'REPEAT': {
      const { cardPause: pause } = transaction;
      const isRepeatable = repeatInformation.permitted && repeatInformation.availableToProcess;
      if (!isRepeatable || pause?.isFinal === true) return <FailureStep next="LINK" link={link} />;
      // A later attempt with the card may have to wait longer.
      const from = pause
        ? new Date(pause.until)
        : retryFrom(decline, transaction.transactionTime, transaction.adviceCode);
      const isEarly = from !== undefined && from > now;
      return (
        <Button variant="default" disabled={isEarly} onClick={onRepeat}>
          {isEarly
            ? t('details.problem.available_at', { at: format.moment(from.toISOString()) })
            : t('details.action.REPEAT.button')}
        </Button>
      );
    }
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

/** A link for the same payment. */
const linkDraftFor = (transaction: TransactionDetails): LinkDraft => ({
  installationId: transaction.installationId,
  currency: transaction.currencyCode,
  amount: transaction.requestedAmount,
  emailAddress: transaction.customerEmailAddress,
  merchantReference: transaction.merchantReference,
  description: transaction.transactionDescription,
});

/** The reason why a payment is suspended, and its expiry. */
export function SuspendedNotice({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  if (!isWaitingForMerchant(transaction)) return null;
  const at = format.moment(suspensionEnd(transaction));
  return (
    <Notice kind="pending" title={t('details.suspended.title')}>
      {t(`details.suspended.${transaction.reasonCode ?? ''}`, { at })}
    </Notice>
  );
}
