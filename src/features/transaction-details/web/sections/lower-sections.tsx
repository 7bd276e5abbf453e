import { HistoryPanel } from '#features/audit/web/history-panel.tsx';
import { NotificationsPanel } from '#features/notifications/web/notifications-panel.tsx';
import { searchTransactions } from '#features/transactions/endpoints.ts';
import { Section } from '#ui/layout/section.tsx';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TransactionDetails } from '../../schemas.ts';
import type { Origin } from '../back-to-origin.tsx';
import { relatedId } from '../charge-notices.tsx';
import { MoreSections } from './more-sections.tsx';
import { RelatedTransactions } from './related-transactions.tsx';

/** What follows payment, customer and history. It loads after them. */
export function LowerSections({ transaction, origin }: { transaction: TransactionDetails; origin: Origin }) {
  const { t } = useTranslation();
  return (
    <>
      <Allowed to={searchTransactions}>
        <div id={relatedId}>
          <Section title={t('details.related')}>
            <RelatedTransactions transaction={transaction} origin={origin} />
          </Section>
        </div>
      </Allowed>
      <MoreSections transaction={transaction} />
      <NotificationsPanel
        installationId={transaction.installationId}
        transactionId={Number(transaction.transactionId)}
      />
      <HistoryPanel objectKind="transaction" objectId={transaction.transactionId} />
    </>
  );
}
