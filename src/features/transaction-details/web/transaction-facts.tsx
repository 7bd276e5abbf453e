import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionDetails } from '#features/transaction-details/calls.ts';
import classes from '#features/transaction-details/web/details-screen.module.css';
import type { Origin } from '#features/transaction-details/web/back-link.tsx';
import { CheckStatus } from '#features/transaction-details/web/check-status.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';

type Props = { transaction: TransactionDetails };

const copied = (id: string | null): ReactNode => id != null && id !== '' && <CopyText text={id} />;
const checked = (result: string | null): ReactNode => result != null && <CheckStatus result={result} />;
/** false stands for nothing in elements, but not in a list of values. */
const orNone = (value: ReactNode): ReactNode => (value === false ? null : value);

/** MMYY as MM/YY. */
const expiryText = (expiry: string | null) => expiry?.replace(/^(\d\d)(\d\d)$/, '$1/$2');

function Facts(props: { facts: [name: string, value: ReactNode, isNumeric?: boolean][] }) {
  const { t } = useTranslation();
  const details = props.facts.map(([name, value, isNumeric = false]) => ({
    label: t(`details.field.${name}`),
    value: orNone(value),
    isNumeric,
  }));
  return <DetailsList columns={2} placeholder={t('details.not_available')} details={details} />;
}

/** Amounts, references, the card and what the acquirer said. */
export function PaymentFacts({ transaction, origin }: Props & { origin: Origin }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const related = transaction.relatedTransactionId;
  const product = [transaction.paymentProduct ?? transaction.cardScheme];
  return (
    <Facts
      facts={[
        ['txn_id', <CopyText key="id" text={transaction.transactionId} />],
        ['merch_ref', copied(transaction.merchantReference)],
        ['txn_datetime', words.moment(transaction.transactionTime), true],
        ['updated', words.moment(transaction.lastUpdatedTime), true],
        ['requested_amount', words.money(transaction.requestedAmount, transaction.currencyCode), true],
        ['amount', words.money(transaction.consumerSpend, transaction.currencyCode), true],
        ['type', words.type(transaction.type)],
        ['stage', t(`details.stage.${transaction.stage}`, { defaultValue: transaction.stage })],
        ['description', transaction.transactionDescription],
        ['reason', transaction.reasonMessage],
        ['merchant', transaction.merchantName],
        ['installation', copied(String(transaction.installationId))],
        ['commerce_type', transaction.commerceType],
        [
          'continuous',
          continuous(transaction, t('details.recurring'), t('details.instalment'), t('details.no')),
        ],
        [
          'related_to',
          related != null && (
            <Link
              key="related"
              to="/transactionDetails/$transactionId"
              params={{ transactionId: related }}
              search={{}}
              state={{ origin } as object}
              className={`${classes.link} number`}
            >
              {related}
            </Link>
          ),
        ],
        ['product', product.filter((one) => one != null).join(' ')],
        ['masked_pan', transaction.maskedPan, true],
        ['card_expiry', expiryText(transaction.cardExpiryDate), true],
        ['card_holder', transaction.cardHolderName],
        ['card_issuer', transaction.cardIssuer],
        ['issuer_country', words.country(transaction.issuerCountry)],
        ['token', copied(transaction.merchantToken)],
        ['acquirer', transaction.acquirerName],
        ['authoriser', transaction.authoriserMessage ?? transaction.authoriserStatus],
        ['auth_code', copied(transaction.authCode)],
        ['gateway_reference', copied(transaction.gatewayReference)],
        ['cv2', checked(transaction.cv2Check)],
        ['address_check', checked(transaction.avsAddressCheck)],
        ['postcode_check', checked(transaction.avsPostcodeCheck)],
      ]}
    />
  );
}

/** Who paid, and from where. */
export function CustomerFacts({ transaction }: Props) {
  const words = useDetailsWords();
  return (
    <Facts
      facts={[
        ['customer_name', transaction.customerName],
        ['customer_ref', copied(transaction.customerMerchantReference)],
        ['customer_email', copied(transaction.customerEmailAddress)],
        ['customer_phone', transaction.customerPhoneNumber, true],
        ['customer_country', words.country(transaction.customerAddressCountry)],
        ['billing_address', addressText(transaction.billingAddress)],
        ['ip_address', copied(transaction.ipAddress)],
        ['ip_country', words.country(transaction.ipCountry)],
      ]}
    />
  );
}

export const hasThreeDSecure = (transaction: TransactionDetails): boolean =>
  transaction.threeDSecureStatus != null || transaction.threeDSecureEnrolmentStatus != null;

/** How the card holder was authenticated. */
export function ThreeDSecureFacts({ transaction }: Props) {
  const words = useDetailsWords();
  const frictionless = transaction.threeDSecureFrictionless;
  return (
    <Facts
      facts={[
        ['three_d_status', checked(transaction.threeDSecureStatus)],
        ['three_d_enrolment', checked(transaction.threeDSecureEnrolmentStatus)],
        ['three_d_eci', transaction.threeDSecureECI, true],
        ['three_d_version', transaction.threeDSecureVersion, true],
        ['three_d_frictionless', frictionless == null ? null : words.yesNo(frictionless)],
      ]}
    />
  );
}

function continuous(transaction: TransactionDetails, recurring: string, instalment: string, none: string) {
  if (transaction.recurring) return recurring;
  return transaction.instalment ? instalment : none;
}

function addressText(address: TransactionDetails['billingAddress']): string | null {
  if (address == null) return null;
  const lines = ['line1', 'line2', 'line3', 'line4', 'city', 'region', 'postcode'];
  const known = lines.map((line) => address[line]).filter((value) => value != null && value !== '');
  return known.join(', ');
}
