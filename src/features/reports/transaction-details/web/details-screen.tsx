import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { addDays } from '#shared/calendar-day.ts';
import { isTransactionId } from '#shared/patterns.ts';
import { getTransaction } from '../endpoints.ts';
import type { TransactionDetails } from '../schemas.ts';
import { TransactionHolds } from '#features/record/legal-holds/web/hold-notices.tsx';
import { type Origin, BackToOrigin, useOrigin } from './back-to-origin.tsx';
import { CardPauseNotice } from './card-pause.tsx';
import { ChargeBadges, SuspendedNotice, TransactionFailure } from './charge-notices.tsx';
import { DisputeNotice } from './dispute-notice.tsx';
import classes from './details-screen.module.css';
import type { OrderMode } from '../follow-up-mode.ts';
import { FollowUpActions } from './follow-up/follow-up-actions.tsx';
import type { OpenedAction } from './follow-up/opened-follow-up.tsx';
import { DetailsTimeline } from './sections/details-timeline.tsx';
import { PaymentFacts, PaymentMethodFacts } from './sections/payment-facts.tsx';
import { moneyOf } from './money-of.ts';
import { useDetailsFormat } from './use-details-format.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { usePathPart } from '#web/address.ts';
import { usePendingApproval } from '#web/call/approval.ts';
import { useCall } from '#web/call/use-call.ts';
import { isUnmoved, moneyText } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTabTitle } from '#web/tab-title.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { readsAsRepeat } from '#web/links/repeat-state.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { SectionSummary, Facts, copied } from './sections/facts.tsx';

const LowerSections = lazyMount(
  async () => (await withAllTexts(import('./sections/lower-sections.tsx'))).LowerSections,
  <SkeletonLines lines={8} />,
);

/** /transactionDetails/:transactionId (docs/domain.md#transaction-details). */
export function DetailsScreen() {
  const transactionId = usePathPart('transactionId');
  // An invalid id is shown as not found.
  if (!isTransactionId(transactionId)) {
    return <Navigate {...paths.error(404)} replace />;
  }
  return <TransactionDetailsView key={transactionId} transactionId={transactionId} />;
}

function TransactionDetailsView({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation();
  const origin = useOrigin();
  const call = useCall(getTransaction, { path: { transactionId } }, { staleTime: 0 });
  const { refetch } = call;
  // Rendered in slices, which leave room for taps and keys.
  const data = useDeferredValue(call.data);
  // A request that was just held waits on this transaction.
  const pendingApprovalId = usePendingApproval()?.approvalId;
  useEffect(() => {
    if (pendingApprovalId !== undefined) void refetch();
  }, [pendingApprovalId, refetch]);
  if (data !== undefined) return <LoadedTransaction transaction={data} origin={origin} />;
  return (
    <LoadingPage
      title={t('details.title', { id: transactionId })}
      back={<BackToOrigin origin={origin} />}
      queries={[call]}
      failed={t('details.failed', { id: transactionId })}
      handlesOwnErrors={false}
      isWide
    />
  );
}

function LoadedTransaction({ transaction, origin }: { transaction: TransactionDetails; origin: Origin }) {
  const { t, language } = useTranslation();
  const format = useDetailsFormat();
  const { state } = useLocation();
  const [openedAction, setOpenedAction] = useState(() => wantedAction(state, transaction));
  const openAction = (mode: OrderMode) =>
    setOpenedAction((before) => ({ mode, times: (before?.times ?? 0) + 1 }));
  const customer = transaction.customerName ?? transaction.customerEmailAddress ?? transaction.cardHolderName;
  const money = moneyOf(transaction);
  const amount = moneyText(money, browserLocale(language));
  useTabTitle(`${amount} · ${transaction.transactionId}`);
  return (
    <Page
      back={<BackToOrigin origin={origin} />}
      title={amount}
      isTitleMuted={isUnmoved(money)}
      subtitle={
        <Headline
          status={
            <>
              <StatusCell status={transaction.transactionStatus} />
              <ChargeBadges transaction={transaction} />
            </>
          }
          kind={format.type(transaction.type)}
          owner={
            customer !== null && (
              <CustomerLink transactionId={transaction.transactionId}>{customer}</CustomerLink>
            )
          }
          time={<TimeText at={transaction.transactionTime} />}
          id={transaction.transactionId}
        />
      }
      actions={<FollowUpActions transaction={transaction} openedAction={openedAction} onOpen={openAction} />}
    >
      <TransactionFailure transaction={transaction} onRepeat={() => openAction('REPEAT')} />
      {transaction.cardPause !== null &&
        transaction.cardPause.transactionId !== transaction.transactionId && (
          <CardPauseNotice pause={transaction.cardPause} isLinked />
        )}
      <SamePayments transaction={transaction} />
      <SuspendedNotice transaction={transaction} />
      <TransactionHolds transactionId={transaction.transactionId} />
      <DisputeNotice transaction={transaction} />
      <ApprovalNotice transaction={transaction} />
      <QueueNotice task={transaction.queueTask} />
      <div className={classes.columns}>
        <div className={classes.cards}>
          <Section title={t('details.payment')}>
            <PaymentFacts transaction={transaction} origin={origin} />
          </Section>
          <Section title={t('details.payment_method')}>
            <PaymentMethodFacts transaction={transaction} />
          </Section>
          <CustomerSection transaction={transaction} />
        </div>
        <div className={classes.timeline}>
          <Section title={t('details.history')}>
            <DetailsTimeline {...transaction} origin={origin} />
            <RequestsLink transaction={transaction} />
          </Section>
        </div>
        <div className={classes.cards}>
          <LowerSections isOpen transaction={transaction} origin={origin} />
        </div>
      </div>
    </Page>
  );
}

/** The log has no older requests, however long it is kept. */
const maxLogDays = 90;

/** The merchant API's requests about the transaction, for developers. */
function RequestsLink({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const { transactionId, transactionTime } = transaction;
  const today = useTimes().today();
  if (transactionTime.slice(0, 10) < addDays(today, -maxLogDays)) return null;
  return (
    <Allowed anyOf={['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT']}>
      <p>
        <Link {...paths.apiRequests({ text: transactionId })}>{t('api_requests.of_transaction')}</Link>
      </p>
    </Allowed>
  );
}

/** A screen that leads here to charge the card again asks for the dialog (`repeatState`). */
function wantedAction(state: object, { repeatInformation }: TransactionDetails): OpenedAction | undefined {
  const isPossible = repeatInformation.permitted && repeatInformation.availableToProcess;
  return isPossible && readsAsRepeat(state) ? { mode: 'REPEAT', times: 1 } : undefined;
}

/** The customer may have paid twice. */
function SamePayments({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { samePayments, requestedAmount, currencyCode } = transaction;
  if (samePayments.length === 0) return null;
  return (
    <Notice
      kind="pending"
      title={t('details.same_payments', {
        number: samePayments.length + 1,
        amount: format.money(requestedAmount, currencyCode),
      })}
    >
      {samePayments.map(({ transactionId, at }) => (
        <span key={transactionId} className={classes.same}>
          <Link {...paths.transaction(transactionId)} className="number">
            {transactionId}
          </Link>{' '}
          <TimeText at={at} />
        </span>
      ))}
    </Notice>
  );
}

/** Refunds and payouts that wait for a second person. Without it, users would request it twice. */
function ApprovalNotice({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const times = useTimes();
  const format = useDetailsFormat();
  return transaction.waitingApprovals.map(
    ({ approvalId, action, amount, requestedBy, requestedAt, endsAt }) => (
      <Notice
        key={approvalId}
        kind="pending"
        title={t('details.approval.title', {
          action: t(`approvals.action.${action}`),
          amount: format.money(amount, transaction.currencyCode),
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
    ),
  );
}

/** A deferred transaction waits for a decision: what happens without one, and its task in the queue. */
function QueueNotice({ task }: { task: TransactionDetails['queueTask'] }) {
  const { t } = useTranslation();
  const times = useTimes();
  if (task === null) return null;
  return (
    <Notice
      kind="pending"
      title={t('details.queue.title')}
      action={
        <LinkButton variant="default" to={paths.queue({ transactionId: task.transactionId })}>
          {t('details.queue.open')}
        </LinkButton>
      }
    >
      {t(`details.queue.${task.finalAction}`, { at: times.long(task.decidesAt) })}
    </Notice>
  );
}

/** The customer, closed at first: the title has the name. */
function CustomerSection({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { customerName, customerEmailAddress, customerMerchantReference } = transaction;
  const customer = customerName ?? customerEmailAddress ?? customerMerchantReference;
  return (
    <Section
      title={t('details.customer')}
      isOpenAtFirst={false}
      aside={<SectionSummary text={customer ?? t('details.none')} />}
    >
      <Facts
        facts={[
          [
            'customer_name',
            customerName !== null && (
              <CustomerLink key="customer" transactionId={transaction.transactionId}>
                {customerName}
              </CustomerLink>
            ),
          ],
          ['customer_ref', copied(customerMerchantReference)],
          ['customer_email', copied(customerEmailAddress)],
          ['customer_phone', transaction.customerPhoneNumber, true],
          ['billing_address', addressText(transaction.billingAddress)],
          ['customer_country', format.country(transaction.customerAddressCountry)],
          ['surname', transaction.surname],
          ['birth_date', format.day(transaction.dateOfBirth), true],
          ['account_number', transaction.accountNumber, true],
          ['post_code', transaction.postCode],
        ]}
      />
    </Section>
  );
}

function addressText(address: TransactionDetails['billingAddress']): string | null {
  if (address === null) return null;
  const lines = ['line1', 'line2', 'line3', 'line4', 'city', 'region', 'postcode'];
  const filledLines = lines.map((line) => address[line]).filter((value) => value != null && value !== '');
  return filledLines.join(', ');
}
