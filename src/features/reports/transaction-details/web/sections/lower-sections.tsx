import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { NotificationsPanel } from '#features/outbound/notifications/web/notifications-panel.tsx';
import { searchTransactions } from '#features/reports/transactions/endpoints.ts';
import { Section } from '#ui/layout/section.tsx';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { useAddress } from '#web/address.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { TransactionDetails } from '../../schemas.ts';
import type { Origin } from '../back-to-origin.tsx';
import { relatedId } from '../charge-notices.tsx';
import { RelatedTransactions } from './related-transactions.tsx';
import { GeolocationFacts, OrderFacts, RecipientFacts, ScheduleFacts } from './order-facts.tsx';
import { type Fact, SectionSummary, Facts, checked, copied } from './facts.tsx';
import { FraudFacts } from './fraud-facts.tsx';
import { TechnicalFacts } from './payment-facts.tsx';
import { detailsSearch } from '../../details-search.ts';
import { useDetailsFormat } from '../use-details-format.ts';
import { rulesOutcome } from '../../rules-outcome.ts';

/** The sections below payment, customer and history. They load later. */
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

/** The sections below the payment. docs/domain.md#transaction-details lists which are open at first. */
function MoreSections({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const { fromSecondaryAction, explain } = useAddress(detailsSearch);
  const format = useDetailsFormat();
  const authentication = transaction.strongCustomerAuthentication;
  const isScheduled = fromSecondaryAction === 'ADD_SCHEDULE';
  return (
    <>
      <Section
        title={t('details.geolocation')}
        isOpenAtFirst={false}
        aside={<SectionSummary text={format.country(transaction.ipCountry)} />}
      >
        <GeolocationFacts transaction={transaction} />
      </Section>
      <Allowed anyOf={['P_VIEW_FRAUDGUARD', 'P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES']}>
        <Section
          title={t('details.fraud')}
          isOpenAtFirst={explain !== undefined}
          aside={<FraudResponse transaction={transaction} />}
        >
          <FraudFacts transaction={transaction} />
        </Section>
      </Allowed>
      <Allowed anyOf={['P_VIEW_SCHEDULE']}>
        {/* The page stays mounted after a schedule is added, so this section mounts again. */}
        <Section
          key={String(isScheduled)}
          title={t('details.schedule')}
          isOpenAtFirst={isScheduled}
          aside={<SectionSummary text={scheduleResponse(transaction, t)} />}
        >
          <ScheduleFacts transaction={transaction} />
        </Section>
      </Allowed>
      <Section
        title={t('details.three_d_secure')}
        isOpenAtFirst={hasThreeDSecure(transaction)}
        aside={
          checked(transaction.threeDSecureStatus ?? transaction.threeDSecureEnrolmentStatus) || (
            <SectionSummary text={hasThreeDSecure(transaction) ? null : t('details.none')} />
          )
        }
      >
        <ThreeDSecureFacts transaction={transaction} />
      </Section>
      <Section
        title={t('details.strong_authentication')}
        isOpenAtFirst={authentication !== null}
        aside={<SectionSummary text={authentication === null ? t('details.none') : null} />}
      >
        <StrongAuthenticationFacts authentication={authentication} />
      </Section>
      <AuthenticationSections transaction={transaction} />
      <Section title={t('details.technical')} isOpenAtFirst={false}>
        <TechnicalFacts transaction={transaction} />
      </Section>
    </>
  );
}

/** The decision of the rules and the score, each with its permission. */
function FraudResponse({ transaction }: { transaction: TransactionDetails }) {
  const format = useDetailsFormat();
  const { rulesServiceResult, fraudGuardInformation: guard } = transaction;
  return (
    <>
      <Allowed anyOf={['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES']}>
        <SectionSummary text={format.value(rulesOutcome(rulesServiceResult).action)} />
      </Allowed>
      <Allowed anyOf={['P_VIEW_FRAUDGUARD']}>
        <SectionSummary text={guard === null ? null : `${guard.fraudGuardScore} / 100`} />
      </Allowed>
    </>
  );
}

function scheduleResponse(
  { scheduleData, linkedScheduleId }: TransactionDetails,
  t: Translate,
): string | null {
  if (scheduleData !== null) {
    return `${t('details.field.episode')} ${scheduleData.episodeIndex ?? ''}`.trim();
  }
  return linkedScheduleId === null ? t('details.none') : null;
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

interface ThreeDSecureFactsProps {
  transaction: TransactionDetails;
}

/**
 * Whether there is a 3-D Secure result. The merchant's preferences are shown with the strong authentication.
 */
const hasThreeDSecure = (transaction: TransactionDetails): boolean =>
  Object.entries({ ...transaction, threeDSecureChallengeRequest: null }).some(
    ([name, value]) => name.startsWith('threeDSecure') && value !== null,
  );

/** How the card holder was authenticated. */
function ThreeDSecureFacts({ transaction }: ThreeDSecureFactsProps) {
  const format = useDetailsFormat();
  const yesNo = (value: boolean | null) => (value === null ? null : format.yesNo(value));
  const versions = transaction.versionsAttempted.map(
    ({ version, availability }) => `${version} (${format.value(availability)})`,
  );
  return (
    <Facts
      facts={[
        ['three_d_status', checked(transaction.threeDSecureStatus)],
        ['three_d_enrolment', checked(transaction.threeDSecureEnrolmentStatus)],
        ['three_d_eci', transaction.threeDSecureECI, true],
        ['three_d_scheme', format.value(transaction.threeDSecureScheme)],
        ['three_d_version', transaction.threeDSecureVersion, true],
        ['three_d_protocol', transaction.threeDSecureProtocolVersion, true],
        ['three_d_attempted', versions.join(', ')],
        ['three_d_frictionless', yesNo(transaction.threeDSecureFrictionless)],
        ['three_d_challenge', format.value(transaction.threeDSecureChallengeRequest)],
        ['three_d_exemption', format.value(transaction.threeDSecureExemption)],
        ['three_d_liability', yesNo(transaction.threeDSecureLiabilityShift)],
        ['three_d_authorisation', copied(transaction.threeDSecureAuthorisation)],
        ['three_d_holder_info', transaction.threeDSecureCardHolderInfo],
      ]}
    />
  );
}

type CustomerAuthentication = NonNullable<TransactionDetails['strongCustomerAuthentication']>;

/** Buyer data from the merchant, with which the issuer authenticates. */
function StrongAuthenticationFacts({ authentication }: { authentication: CustomerAuthentication | null }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const {
    merchantRisk: risk,
    accountInfo,
    authenticationInfo: now,
    priorAuthenticationInfo: prior,
  } = authentication ?? {};
  const gift = risk?.giftCardPurchase;
  const yesNo = (value: boolean | undefined) => (value === undefined ? null : format.yesNo(value));
  const accountText = (name: string, value: string | number | boolean) => {
    if (typeof value !== 'string') return typeof value === 'boolean' ? format.yesNo(value) : value;
    if (name.endsWith('Period')) return format.value(value);
    return name.endsWith('Date') ? format.day(value) : value;
  };
  const account = Object.entries(accountInfo ?? {}).map(([name, value]): Fact => {
    return [`account.${name}`, accountText(name, value), typeof value === 'number' || name.endsWith('Date')];
  });
  const facts: Fact[] = [
    ['sca_type', format.value(authentication?.transactionType)],
    ['three_d_challenge', format.value(authentication?.challengeRequested)],
    ['sca_min_frequency', authentication?.minFrequency, true],
    ['sca_instalments', authentication?.numberOfInstalments, true],
    ['sca_method', format.value(now?.method)],
    ['sca_time', now?.time === undefined ? null : format.moment(now.time), true],
    ['sca_prior_method', format.value(prior?.method)],
    ['sca_prior_time', prior?.time === undefined ? null : format.moment(prior.time), true],
    ['sca_prior_reference', copied(prior?.reference)],
    ['risk_pre_order', yesNo(risk?.preOrder)],
    ['risk_pre_order_date', format.day(risk?.preOrderDate ?? null), true],
    ['risk_re_order', yesNo(risk?.reOrder)],
    ['risk_email', risk?.deliveryEmailAddress],
    ['risk_timeframe', format.value(risk?.deliveryTimeframe)],
    ['risk_shipping_to', format.value(risk?.shippingTo)],
    [
      'risk_gift_cards',
      gift === undefined ? null : `${gift.count ?? ''} × ${format.money(gift.amount, gift.currency)}`,
      true,
    ],
    ...account,
  ];
  // Most merchants send a few of these twenty fields, so missing ones are not listed.
  const available = facts.filter(([, value]) => value != null && value !== false && value !== '');
  return available.length === 0 ? <p>{t('details.not_available')}</p> : <Facts facts={available} />;
}
