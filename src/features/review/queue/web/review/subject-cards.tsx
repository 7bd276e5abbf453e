import type { ReactNode } from 'react';
import type { TransactionDetails } from '#features/reports/transaction-details/schemas.ts';
import { checked } from '#features/reports/transaction-details/web/sections/facts.tsx';
import { useDetailsFormat } from '#features/reports/transaction-details/web/use-details-format.ts';
import { paidCardText } from '#web/format/card-text.ts';
import { Card } from '#ui/layout/card.tsx';
import { type Detail, DetailsList } from '#ui/layout/details-list.tsx';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { formatDays } from '#ui/date/format-days.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { ReviewMode } from './use-review-mode.ts';
import { type HistorySubject, maxHistory } from '../../review-mode.ts';
import type { FoundHistory } from '../../review-shapes.ts';
import classes from './review.module.css';

interface Props {
  transaction: TransactionDetails;
  context: ReviewMode['context'];
}

type Row = [label: string, value: ReactNode];

/** Facts that are known; the others take no room. */
function KnownDetails({ rows }: { rows: readonly Row[] }) {
  const details: Detail[] = rows
    .filter(([, value]) => value != null && value !== '' && value !== false)
    .map(([label, value]) => ({ label, value }));
  return details.length === 0 ? null : <DetailsList details={details} />;
}

export function CustomerCard({ transaction, context }: Props) {
  const { t } = useTranslation();
  const { customerName, cardHolderName, customerEmailAddress, customerPhoneNumber } = transaction;
  const link = (text: string | null) =>
    text !== null && <CustomerLink transactionId={transaction.transactionId}>{text}</CustomerLink>;
  return (
    <Card title={t('details.customer')}>
      <KnownDetails
        rows={[
          [t('details.field.customer_name'), link(customerName)],
          [t('details.field.card_holder'), cardHolderName === customerName ? null : cardHolderName],
          [t('details.field.customer_email'), link(customerEmailAddress)],
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
  const format = useDetailsFormat();
  return (
    <Card title={t('details.payment_method')}>
      <KnownDetails
        rows={[
          [t('details.field.product'), paidCardText(transaction, t)],
          [t('details.field.card_issuer'), transaction.cardIssuer],
          [t('details.field.issuer_country'), format.country(transaction.issuerCountry)],
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
  const format = useDetailsFormat();
  const fraud = transaction.fraudGuardInformation;
  return (
    <Card title={t('review.connection')}>
      <KnownDetails
        rows={[
          [t('details.field.ip_address'), transaction.ipAddress ?? t('review.not_sent_by_merchant')],
          [
            t('review.ip_place'),
            [fraud?.ipCity, format.country(transaction.ipCountry)].filter((part) => part != null).join(', '),
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
      <KnownDetails
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
    .map((line) => address[line])
    .filter((line) => typeof line === 'string' && line !== '')
    .join(', ');
}

interface HistoryTextProps {
  context: ReviewMode['context'];
  subject: HistorySubject;
}

/** "14 payments, 1 refund, 2 declines", and other cards, names and emails. */
function HistoryText({ context, subject }: HistoryTextProps) {
  const { t } = useTranslation();
  if (context.data === undefined)
    return (
      <p className={classes.history} data-quiet>
        {t(context.error === null ? 'review.history.loading' : 'review.history.failed')}
      </p>
    );
  const result = context.data.history.find((entry) => entry.subject === subject)?.result;
  if (result === undefined || result.state === 'MISSING') return null;
  if (result.state === 'FAILED') return <p className={classes.history}>{t('review.history.failed')}</p>;
  return <HistorySummary history={result} subject={subject} />;
}

function HistorySummary({ history, subject }: { history: FoundHistory; subject: HistorySubject }) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const formatDay = (at: string) => {
    const day = zonedDate(new Date(at), times.zone);
    return formatDays(day, day, times.today(), browserLocale(language));
  };
  const number = (count: number) => (history.hasMore && count === maxHistory ? `${count}+` : String(count));
  const label = t(`review.subject.${subject}`);
  const countText = (name: 'payments' | 'refunds' | 'declines') =>
    t(`review.history.${name}`, { count: history[name], number: number(history[name]) });
  if (history.attempts === 0)
    return (
      <p className={classes.history}>
        <span className="quiet">{label}</span>{' '}
        {t(history.isRecentOnly ? 'review.history.first_recent' : 'review.history.first')}
      </p>
    );
  const otherValues = (['cards', 'names', 'emails'] as const).filter(
    (name) => history[name].count > 0 && !(subject === 'card' && name === 'cards'),
  );
  const isPartial = history.hasMore ? t('review.history.last_100') : undefined;
  const since =
    history.firstAt === null ? undefined : t('review.history.since', { day: formatDay(history.firstAt) });
  return (
    <div className={classes.history}>
      <span className="quiet">{label}</span>{' '}
      {[
        countText('payments'),
        countText('refunds'),
        countText('declines'),
        ...[isPartial ?? since].filter((part) => part !== undefined),
      ].join(', ')}
      {history.isRecentOnly && ` (${t('review.history.recent')})`}
      {otherValues.map((name) => (
        <div key={name} className={classes.others}>
          {t(`review.history.${name}`, { count: history[name].count })}
          {history[name].named.length > 0 && `: ${history[name].named.join(', ')}`}
        </div>
      ))}
    </div>
  );
}
