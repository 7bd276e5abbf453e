import { Link, Navigate } from '@tanstack/react-router';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { isPositive } from '#shared/money.ts';
import { isClosedDispute } from '#shared/payments/dispute-status.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { paidCardText } from '#web/format/card-text.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { timesIn, useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { paths } from '#web/paths.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { disputeCategory } from '../dispute-reason.ts';
import { getDispute } from '../endpoints.ts';
import type { DisputeView } from '../schemas.ts';
import { AcceptAction } from './accept-action.tsx';
import type { DisputeProps } from './dispute-props.ts';
import { DisputeResponse } from './dispute-response.tsx';
import { DisputeFiles } from './evidence-files.tsx';
import { DisputeStatusBadge } from './dispute-status-badge.tsx';
import { DisputeTimeline } from './dispute-timeline.tsx';
import classes from './disputes.module.css';
import { inWords } from './item-name.ts';

/** /disputes/:disputeId (docs/domain.md#disputes). */
export function DisputeScreen() {
  const disputeId = usePathPart('disputeId');
  // An invalid id shows the same error as an unknown one.
  if (!/^[1-9]\d{0,14}$/.test(disputeId)) return <Navigate {...paths.error(404)} replace />;
  return <DisputeDetails key={disputeId} disputeId={disputeId} />;
}

function DisputeDetails({ disputeId }: { disputeId: string }) {
  const { t } = useTranslation();
  const read = useCall(getDispute, { path: { disputeId } }, { handlesOwnErrors: true, staleTime: 0 });
  if (read.data !== undefined)
    return <LoadedDispute dispute={read.data} onChanged={async () => void (await read.refetch())} />;
  return (
    <LoadingPage
      title={t('screen.dispute')}
      queries={[read]}
      failed={t('disputes.one_failed')}
      notFound={t('disputes.not_found', { id: disputeId })}
      isWide
    />
  );
}

interface Props {
  dispute: DisputeView;
}

function LoadedDispute(props: DisputeProps) {
  const { dispute } = props;
  const { t } = useTranslation();
  const money = useMoney();
  const category = disputeCategory(dispute);
  const title = `${money(dispute.amount, dispute.currency)} · ${t(`disputes.reason.${category}`)}`;
  useTabTitle(title);
  const isOpen = canRespond(dispute);
  return (
    <Page
      back={<BackLink to={paths.disputes()}>{t('screen.disputes')}</BackLink>}
      title={title}
      subtitle={<DisputeHeadline dispute={dispute} />}
      actions={isOpen && <AcceptAction {...props} />}
    >
      <WhatNow dispute={dispute} />
      <LastAnswer dispute={dispute} />
      <WaitingApprovals dispute={dispute} />
      <RefundedToo dispute={dispute} />
      <div className={classes.columns}>
        <div className="stack">
          <Section title={t('disputes.what')}>
            <WhyAndProof dispute={dispute} />
            <DisputeFacts dispute={dispute} />
          </Section>
          {isOpen && (
            <Section title={t('disputes.response.title')}>
              <DisputeResponse {...props} />
            </Section>
          )}
          {!isOpen && dispute.files.length > 0 && (
            <Section title={t('disputes.file.list')}>
              <DisputeFiles {...props} isEditable={false} />
            </Section>
          )}
          <Section title={t('disputes.payment')}>
            <PaymentFacts dispute={dispute} />
          </Section>
        </div>
        <Section title={t('disputes.timeline')}>
          <DisputeTimeline dispute={dispute} />
        </Section>
      </div>
      <HistoryPanel objectKind="dispute" objectId={dispute.disputeId} />
    </Page>
  );
}

/** The user can respond now. */
const canRespond = ({ isAnswerable, mayAnswer, status, answer, waitingApprovals }: DisputeView): boolean =>
  isAnswerable &&
  mayAnswer &&
  status === 'NEEDS_RESPONSE' &&
  answer?.state !== 'PENDING' &&
  waitingApprovals.length === 0;

/** A response whose result is missing, or that the processor refused. */
function LastAnswer({ dispute: { answer, status } }: Props) {
  const { t } = useTranslation();
  if (answer === null || answer.state === 'DONE' || status !== 'NEEDS_RESPONSE') return null;
  return answer.state === 'PENDING' ? (
    <Notice kind="pending" title={t(`disputes.sending.${answer.kind}`)}>
      {t('disputes.sending.text')}
    </Notice>
  ) : (
    <Notice kind="failed" title={t('disputes.refused')}>
      {t('disputes.refused_text', { reason: answer.refusal ?? '' })}
    </Notice>
  );
}

function WaitingApprovals({ dispute: { waitingApprovals, amount, currency } }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const money = useMoney();
  return waitingApprovals.map(({ approvalId, requestedBy, requestedAt, endsAt }) => (
    <Notice
      key={approvalId}
      kind="pending"
      title={t('details.approval.title', {
        action: t('approvals.action.answerDispute'),
        amount: money(amount, currency),
      })}
      action={
        <LinkButton variant="default" to={paths.approvals()}>
          {t('approvals.open')}
        </LinkButton>
      }
    >
      {t('details.approval.text', {
        name: requestedBy,
        requested: times.long(requestedAt),
        ends: times.long(endsAt),
      })}
    </Notice>
  ));
}

function DisputeHeadline({ dispute }: Props) {
  const { t } = useTranslation();
  return (
    <Headline
      status={
        <>
          <DisputeStatusBadge status={dispute.status} />
          {dispute.isFraud && <StatusBadge tone="failed" label={t('disputes.badge_fraud')} />}
        </>
      }
      kind={t(`disputes.stage.${dispute.stage}`)}
      owner={dispute.merchantName}
      time={
        <>
          {t('disputes.field.opened')} <TimeText at={dispute.openedAt} isShort />
        </>
      }
    />
  );
}

/** What the merchant has to do, and until when: in the merchant's own zone. */
function WhatNow({ dispute }: Props) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const { stage, status, respondBy, deadline, timeZone } = dispute;
  if (isClosedDispute(status) || status === 'UNDER_REVIEW')
    return (
      <Notice
        kind={status === 'WON' || status === 'WITHDRAWN' ? 'success' : 'info'}
        title={t(`disputes.now.${status}`)}
      >
        {t(`disputes.now_text.${status}`)}
      </Notice>
    );
  const isPast = respondBy !== null && respondBy < timesIn(timeZone, browserLocale(language)).today();
  const day = respondBy === null ? '' : times.day(respondBy);
  return (
    <Notice
      kind={isPast ? 'failed' : 'pending'}
      title={t(
        respondBy === null
          ? 'disputes.now.no_deadline'
          : isPast
            ? 'disputes.now.past'
            : 'disputes.now.NEEDS_RESPONSE',
        { day },
      )}
    >
      <p>
        {t(stage === 'INQUIRY' ? 'disputes.now_text.INQUIRY' : 'disputes.now_text.NEEDS_RESPONSE')}{' '}
        {deadline !== null &&
          t(isPast ? 'disputes.now_text.deadline_at_once' : 'disputes.now_text.deadline', {
            time: timesIn(timeZone, browserLocale(language)).long(deadline),
            zone: timeZone,
          })}
      </p>
      {!dispute.isAnswerable && <p>{t('disputes.at_processor', { processor: dispute.processorName })}</p>}
    </Notice>
  );
}

function WhyAndProof({ dispute }: Props) {
  const { t } = useTranslation();
  const category = disputeCategory(dispute);
  return (
    <div className={classes.why}>
      <p>{t(`disputes.why.${category}`)}</p>
      {!isClosedDispute(dispute.status) && (
        <>
          <h3>{t('disputes.proof_title')}</h3>
          <p>{t(`disputes.proof.${category}`)}</p>
        </>
      )}
    </div>
  );
}

/** Together with a refund the card holder gets the money twice. */
function RefundedToo({ dispute }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const { refunded } = dispute.payment;
  if (!isPositive(refunded) || dispute.status === 'WON' || dispute.status === 'WITHDRAWN') return null;
  return (
    <Notice kind="pending" title={t('disputes.twice')}>
      {t('disputes.twice_text', { money: money(refunded, dispute.currency) })}
    </Notice>
  );
}

/** Some processors give a code, such as `product_not_received`. */
const formatReason = (reason: string): string => (/^[a-z_]+$/.test(reason) ? inWords(reason) : reason);

function DisputeFacts({ dispute }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const { amount, chargedBack, currency, scheme, reasonCode, reason, processorName, closedAt } = dispute;
  return (
    <Facts
      facts={[
        { label: t('disputes.field.amount'), value: money(amount, currency), isNumeric: true },
        { label: t('disputes.field.charged_back'), value: money(chargedBack, currency), isNumeric: true },
        { label: t('disputes.field.scheme'), value: scheme },
        { label: t('disputes.field.code'), value: reasonCode },
        { label: t('disputes.field.reason'), value: reason !== null && formatReason(reason) },
        { label: t('disputes.field.processor'), value: processorName },
        { label: t('disputes.field.reference'), value: <CopyText text={dispute.processorReference} /> },
        { label: t('disputes.field.closed'), value: closedAt !== null && <TimeText at={closedAt} isShort /> },
      ]}
    />
  );
}

function PaymentFacts({ dispute: { payment, currency } }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const { transactionId, at, amount, refunded } = payment;
  return (
    <Facts
      facts={[
        {
          label: t('disputes.column.transaction'),
          value: <Link {...paths.transaction(transactionId)}>{transactionId}</Link>,
          isNumeric: true,
        },
        { label: t('disputes.field.paid_at'), value: <TimeText at={at} isShort /> },
        { label: t('disputes.field.paid'), value: money(amount, currency), isNumeric: true },
        {
          label: t('disputes.field.refunded'),
          value: isPositive(refunded) && money(refunded, currency),
          isNumeric: true,
        },
        { label: t('disputes.field.card'), value: paidCardText(payment, t) },
        { label: t('disputes.field.customer'), value: payment.customerName },
        { label: t('disputes.field.email'), value: payment.customerEmail },
        { label: t('disputes.field.order'), value: payment.reference },
      ]}
    />
  );
}
