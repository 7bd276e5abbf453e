import type { ReactNode } from 'react';
import type { TransactionDetails } from '#features/transaction-details/schemas.ts';
import { checked } from '#features/transaction-details/web/sections/facts.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { cardText } from '#features/transactions/web/card-text.ts';
import { Card } from '#ui/layout/card.tsx';
import { type Detail, DetailsList } from '#ui/layout/details-list.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { HistoryText } from './history-text.tsx';
import type { Review } from './use-review.ts';

interface Props {
  transaction: TransactionDetails;
  context: Review['context'];
}

type Row = [label: string, value: ReactNode];

/** Facts that are known; the others take no room. */
function Known({ rows }: { rows: readonly Row[] }) {
  const details: Detail[] = rows
    .filter(([, value]) => value != null && value !== '' && value !== false)
    .map(([label, value]) => ({ label, value }));
  return details.length === 0 ? null : <DetailsList details={details} />;
}

export function CustomerCard({ transaction, context }: Props) {
  const { t } = useTranslation();
  const { customerName, cardHolderName, customerEmailAddress, customerPhoneNumber } = transaction;
  return (
    <Card title={t('details.customer')}>
      <Known
        rows={[
          [t('details.field.customer_name'), customerName],
          [t('details.field.card_holder'), cardHolderName === customerName ? null : cardHolderName],
          [t('details.field.customer_email'), customerEmailAddress],
          [t('details.field.customer_phone'), customerPhoneNumber],
          [t('details.field.customer_ref'), transaction.customerMerchantReference],
        ]}
      />
      <HistoryText context={context} subject="email" />
      <HistoryText context={context} subject="customer" />
    </Card>
  );
}

export function CardCard({ transaction, context }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const { paymentProduct, cardScheme, maskedPan } = transaction;
  return (
    <Card title={t('details.payment_method')}>
      <Known
        rows={[
          [t('details.field.product'), cardText(paymentProduct ?? cardScheme, maskedPan, t)],
          [t('details.field.card_issuer'), transaction.cardIssuer],
          [t('details.field.issuer_country'), words.country(transaction.issuerCountry)],
          [t('details.field.cv2'), checked(transaction.cv2Check)],
          [t('details.field.address_check'), checked(transaction.avsAddressCheck)],
          [t('details.field.postcode_check'), checked(transaction.avsPostcodeCheck)],
          [
            t('details.three_d_secure'),
            checked(transaction.threeDSecureStatus ?? transaction.threeDSecureEnrolmentStatus),
          ],
        ]}
      />
      <HistoryText context={context} subject="card" />
    </Card>
  );
}

export function ConnectionCard({ transaction, context }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const fraud = transaction.fraudGuardInformation;
  return (
    <Card title={t('review.connection')}>
      <Known
        rows={[
          [t('details.field.ip_address'), transaction.ipAddress ?? t('review.not_sent_by_merchant')],
          [
            t('review.ip_place'),
            [fraud?.ipCity, words.country(transaction.ipCountry)].filter((part) => part != null).join(', '),
          ],
          [t('details.field.isp'), fraud?.ispName],
          [t('review.device'), context.data?.device ?? t('review.not_sent_by_merchant')],
        ]}
      />
      <HistoryText context={context} subject="ip" />
      <HistoryText context={context} subject="device" />
    </Card>
  );
}

export function AddressCard({ transaction, context }: Props) {
  const { t } = useTranslation();
  const shipping = transaction.orderDetails?.shippingAddress;
  const billing = lines(transaction.billingAddress ?? {});
  return (
    <Card title={t('review.address')}>
      <Known
        rows={[
          [t('details.field.billing_address'), billing === '' ? t('review.not_sent_by_merchant') : billing],
          [t('details.field.shipping_address'), shipping === undefined ? null : lines(shipping)],
        ]}
      />
      <HistoryText context={context} subject="address" />
    </Card>
  );
}

/** Lines, city and post code in one line. */
function lines(address: Readonly<Record<string, unknown>>): string {
  return ['line1', 'line2', 'line3', 'line4', 'city', 'postcode']
    .map((part) => address[part])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}
