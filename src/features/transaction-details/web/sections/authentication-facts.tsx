import type { TransactionDetails } from '../../schemas.ts';
import { type Fact, Facts, checked, copied } from './facts.tsx';
import { useDetailsWords } from '../use-details-words.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  transaction: TransactionDetails;
}

/**
 * Whether there is a 3-D Secure result. The merchant's preferences are shown with the strong authentication.
 */
export const hasThreeDSecure = (transaction: TransactionDetails): boolean =>
  Object.entries({ ...transaction, threeDSecureChallengeRequest: null }).some(
    ([name, value]) => name.startsWith('threeDSecure') && value !== null,
  );

/** How the cardholder was authenticated. */
export function ThreeDSecureFacts({ transaction }: Props) {
  const words = useDetailsWords();
  const yesNo = (value: boolean | null) => (value == null ? null : words.yesNo(value));
  const versions = transaction.versionsAttempted.map(
    ({ version, availability }) => `${version} (${words.value(availability)})`,
  );
  return (
    <Facts
      facts={[
        ['three_d_status', checked(transaction.threeDSecureStatus)],
        ['three_d_enrolment', checked(transaction.threeDSecureEnrolmentStatus)],
        ['three_d_eci', transaction.threeDSecureECI, true],
        ['three_d_scheme', words.value(transaction.threeDSecureScheme)],
        ['three_d_version', transaction.threeDSecureVersion, true],
        ['three_d_protocol', transaction.threeDSecureProtocolVersion, true],
        ['three_d_attempted', versions.join(', ')],
        ['three_d_frictionless', yesNo(transaction.threeDSecureFrictionless)],
        ['three_d_challenge', words.value(transaction.threeDSecureChallengeRequest)],
        ['three_d_liability', yesNo(transaction.threeDSecureLiabilityShift)],
        ['three_d_authorisation', copied(transaction.threeDSecureAuthorisation)],
        ['three_d_holder_info', transaction.threeDSecureCardHolderInfo],
      ]}
    />
  );
}

type CustomerAuthentication = NonNullable<TransactionDetails['strongCustomerAuthentication']>;

/** Buyer data from the merchant, with which the issuer authenticates. */
export function StrongAuthenticationFacts({
  authentication,
}: {
  authentication: CustomerAuthentication | null;
}) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const {
    merchantRisk: risk,
    accountInfo,
    authenticationInfo: now,
    priorAuthenticationInfo: prior,
  } = authentication ?? {};
  const gift = risk?.giftCardPurchase;
  const yesNo = (value: boolean | undefined) => (value === undefined ? null : words.yesNo(value));
  const accountText = (name: string, value: string | number | boolean) => {
    if (typeof value !== 'string') return typeof value === 'boolean' ? words.yesNo(value) : value;
    if (name.endsWith('Period')) return words.value(value);
    return name.endsWith('Date') ? words.plainDay(value) : value;
  };
  const account = Object.entries(accountInfo ?? {}).map(([name, value]): Fact => {
    return [`account.${name}`, accountText(name, value), typeof value === 'number' || name.endsWith('Date')];
  });
  const facts: Fact[] = [
    ['sca_type', words.value(authentication?.transactionType)],
    ['three_d_challenge', words.value(authentication?.challengeRequested)],
    ['sca_min_frequency', authentication?.minFrequency, true],
    ['sca_instalments', authentication?.numberOfInstalments, true],
    ['sca_method', words.value(now?.method)],
    ['sca_time', now?.time === undefined ? null : words.moment(now.time), true],
    ['sca_prior_method', words.value(prior?.method)],
    ['sca_prior_time', prior?.time === undefined ? null : words.moment(prior.time), true],
    ['sca_prior_reference', copied(prior?.reference)],
    ['risk_pre_order', yesNo(risk?.preOrder)],
    ['risk_pre_order_date', words.plainDay(risk?.preOrderDate ?? null), true],
    ['risk_re_order', yesNo(risk?.reOrder)],
    ['risk_email', risk?.deliveryEmailAddress],
    ['risk_timeframe', words.value(risk?.deliveryTimeframe)],
    ['risk_shipping_to', words.value(risk?.shippingTo)],
    [
      'risk_gift_cards',
      gift === undefined ? null : `${gift.count ?? ''} × ${gift.amount ?? ''} ${gift.currency ?? ''}`,
      true,
    ],
    ...account,
  ];
  // Most merchants send a few of these twenty fields, so missing ones are not listed.
  const known = facts.filter(([, value]) => value != null && value !== false && value !== '');
  return known.length === 0 ? <p>{t('details.not_available')}</p> : <Facts facts={known} />;
}
