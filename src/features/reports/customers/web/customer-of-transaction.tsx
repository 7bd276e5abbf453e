import { Navigate } from '@tanstack/react-router';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Page } from '#ui/layout/page.tsx';
import { isTransactionId } from '#shared/patterns.ts';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getCustomerOfTransaction } from '../endpoints.ts';

/** /customers/transaction/:transactionId leads on to the customer: lists know their transactions only. */
export function CustomerOfTransaction() {
  const transactionId = usePathPart('transactionId');
  if (!isTransactionId(transactionId)) return <Navigate {...paths.error(404)} replace />;
  return <Customer key={transactionId} transactionId={transactionId} />;
}

function Customer({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation();
  const read = useCall(getCustomerOfTransaction, { path: { transactionId } }, { handlesOwnErrors: true });
  const id = read.data?.customerId;
  if (id === undefined) {
    return (
      <LoadingPage
        title={t('screen.customer')}
        queries={[read]}
        failed={t('customers.of_failed', { id: transactionId })}
        isWide
      />
    );
  }
  if (id !== null) return <Navigate {...paths.customer(id)} replace />;
  return (
    <Page title={t('screen.customer')}>
      <EmptyState
        title={t('customers.no_customer')}
        action={
          <LinkButton to={paths.transaction(transactionId)}>{t('customers.open_transaction')}</LinkButton>
        }
      >
        {t('customers.no_customer_text')}
      </EmptyState>
    </Page>
  );
}
