import type { TransactionDetails } from '../../schemas.ts';
import { StrongAuthenticationFacts, ThreeDSecureFacts, hasThreeDSecure } from './authentication-facts.tsx';
import {
  CustomerFacts,
  GeolocationFacts,
  OrderFacts,
  RecipientFacts,
  ScheduleFacts,
} from './order-facts.tsx';
import { Facts } from './facts.tsx';
import { FraudFacts } from './fraud-facts.tsx';
import { TechnicalFacts } from './payment-facts.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { Section } from '#ui/layout/section.tsx';
import { detailsSearch } from '../../details-search.ts';
import { useAddress } from '#web/address.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The sections below the payment. docs/domain.md#transaction-details lists which are open at first. */
export function MoreSections({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const { fromSecondaryAction } = useAddress(detailsSearch);
  const authentication = transaction.strongCustomerAuthentication;
  const isScheduled = fromSecondaryAction === 'ADD_SCHEDULE';
  return (
    <>
      <Section title={t('details.customer')} isOpenAtFirst={false}>
        <CustomerFacts transaction={transaction} />
      </Section>
      <Section title={t('details.geolocation')} isOpenAtFirst={false}>
        <GeolocationFacts transaction={transaction} />
      </Section>
      <Allowed anyOf={['P_VIEW_FRAUDGUARD', 'P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES']}>
        <Section title={t('details.fraud')} isOpenAtFirst={false}>
          <FraudFacts transaction={transaction} />
        </Section>
      </Allowed>
      <Allowed anyOf={['P_VIEW_SCHEDULE']}>
        {/* The page stays mounted after a schedule is added, so this section mounts again. */}
        <Section key={String(isScheduled)} title={t('details.schedule')} isOpenAtFirst={isScheduled} isLazy>
          <ScheduleFacts transaction={transaction} />
        </Section>
      </Allowed>
      <Section title={t('details.three_d_secure')} isOpenAtFirst={hasThreeDSecure(transaction)}>
        <ThreeDSecureFacts transaction={transaction} />
      </Section>
      <Section title={t('details.strong_authentication')} isOpenAtFirst={authentication !== null}>
        <StrongAuthenticationFacts authentication={authentication} />
      </Section>
      <AuthenticationSections transaction={transaction} />
      <Section title={t('details.technical')} isOpenAtFirst={false}>
        <TechnicalFacts transaction={transaction} />
      </Section>
    </>
  );
}

/** Sections that few transactions have. */
function AuthenticationSections({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const { customFields, orderDetails, accountFunding, payoutRecipientData, alternativePaymentInformation } =
    transaction;
  return (
    <>
      {customFields.length > 0 && (
        <Section title={t('details.custom_fields')}>
          <DetailsList
            columns={2}
            details={customFields.map(({ displayName, value }) => ({ label: displayName, value }))}
          />
        </Section>
      )}
      {orderDetails !== null && (
        <Section title={t('details.order')}>
          <OrderFacts order={orderDetails} currency={transaction.currencyCode} />
        </Section>
      )}
      {accountFunding !== null && (
        <Section title={t('details.account_funding')}>
          <RecipientFacts recipient={accountFunding.accountFundingRecipientDetails} />
        </Section>
      )}
      {payoutRecipientData !== null && (
        <Section title={t('details.payout_recipient')}>
          <RecipientFacts recipient={payoutRecipientData} />
        </Section>
      )}
      {alternativePaymentInformation !== null && (
        <Section title={t('details.alternative_payment')}>
          <Facts
            facts={[['supported_types', alternativePaymentInformation.supportedTransactionTypes.join(', ')]]}
          />
        </Section>
      )}
    </>
  );
}
