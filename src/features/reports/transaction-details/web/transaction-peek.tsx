import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { callQuery, useCall } from '#web/call/use-call.ts';
import { isUnmoved, moneyText } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { closePeek, readPeek, usePeek } from '#web/list-screen/peek.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getTransaction } from '../endpoints.ts';
import type { TransactionDetails } from '../schemas.ts';
import { useOrigin } from './back-to-origin.tsx';
import { ChargeBadges, SuspendedNotice, TransactionFailure } from './charge-notices.tsx';
import classes from './details-screen.module.css';
import { moneyOf } from './money-of.ts';
import { DetailsTimeline } from './sections/details-timeline.tsx';
import { PaymentFacts } from './sections/payment-facts.tsx';
import { useDetailsFormat } from './use-details-format.ts';

/**
 * The story of a payment beside its list: J and K read the next and the previous one, O opens the page. It only reads: what moves money
 * is on the page.
 */
export function TransactionPeek({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const peek = useLastShown(usePeek());
  const queries = useQueryClient();
  const shown = useMemo(() => (peek === undefined ? undefined : readPeek(peek)), [peek]);
  const id = shown?.id ?? '';
  useOpenKey(isOpen ? id : undefined);
  // The next one is there when J is pressed.
  const nextId = isOpen ? shown?.nextId : undefined;
  useEffect(() => {
    if (nextId !== undefined)
      void queries.prefetchQuery({
        ...callQuery(getTransaction, { path: { transactionId: nextId } }),
        staleTime: 10_000,
      });
  }, [nextId, queries]);
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={closePeek}
      title={t('details.title', { id })}
      steps={shown && { previous: shown.previous, next: shown.next }}
    >
      {id !== '' && <Story key={id} transactionId={id} isOpen={isOpen} />}
    </SidePanel>
  );
}

/** O opens the page, where single keys are not switched off. */
function useOpenKey(id: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (id === undefined) return undefined;
    const press = (event: KeyboardEvent) => {
      const isOff = document.documentElement.hasAttribute('data-no-single-keys');
      if (isOff || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'o') return;
      event.preventDefault();
      closePeek();
      void navigate(paths.transaction(id));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [id, navigate]);
}

function Story({ transactionId, isOpen }: { transactionId: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const call = useCall(
    getTransaction,
    { path: { transactionId } },
    { handlesOwnErrors: true, enabled: isOpen, staleTime: 0 },
  );
  if (call.data !== undefined) return <LoadedStory transaction={call.data} />;
  if (call.error === null) return <SkeletonLines lines={8} />;
  return (
    <ErrorState
      title={t('details.failed', { id: transactionId })}
      requestId={call.error.requestId}
      onRetry={() => void call.refetch()}
    >
      {errorText(call.error.message)}
    </ErrorState>
  );
}

function LoadedStory({ transaction }: { transaction: TransactionDetails }) {
  const { t, language } = useTranslation();
  const format = useDetailsFormat();
  const origin = useOrigin();
  const navigate = useNavigate();
  const { transactionId, customerName, customerEmailAddress, cardHolderName } = transaction;
  const customer = customerName ?? customerEmailAddress ?? cardHolderName;
  const money = moneyOf(transaction);
  const page = paths.transaction(transactionId);
  return (
    <div className="stack">
      <div className={classes.peekHead}>
        <strong className={`${classes.peekAmount} number`} data-muted={isUnmoved(money) || undefined}>
          {moneyText(money, browserLocale(language))}
        </strong>
        <LinkButton to={page} variant="default" aria-keyshortcuts="O">
          {t('details.open_page')}
        </LinkButton>
      </div>
      <Headline
        status={
          <>
            <StatusCell status={transaction.transactionStatus} />
            <ChargeBadges transaction={transaction} />
          </>
        }
        kind={format.type(transaction.type)}
        owner={customer !== null && <CustomerLink transactionId={transactionId}>{customer}</CustomerLink>}
        time={<TimeText at={transaction.transactionTime} />}
        id={transactionId}
      />
      <TransactionFailure transaction={transaction} onRepeat={() => void navigate(page)} />
      <SuspendedNotice transaction={transaction} />
      <DetailsTimeline {...transaction} origin={origin} />
      <PaymentFacts transaction={transaction} origin={origin} />
    </div>
  );
}
