import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TransactionDetails } from '../../schemas.ts';
import type { Recipient } from '../../detail-parts.ts';
import classes from '../details-screen.module.css';
import { Facts, copied } from './facts.tsx';
import { useDetailsFormat } from '../use-details-format.ts';
import { getInstallationSchedule } from '#features/payments/schedules/endpoints.ts';
import { ScheduleStatusBadge } from '#features/payments/schedules/web/schedule-status-badge.tsx';
import { useScheduleLabels } from '#features/payments/schedules/web/use-schedule-labels.ts';
import { episodeText } from '../../rules-outcome.ts';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';

type Order = NonNullable<TransactionDetails['orderDetails']>;
type Line = NonNullable<Order['lineItems']>[number] & { number: number };

/** The ordered items, all on one page (docs/domain.md#transaction-details), and their delivery. */
export function OrderFacts({ order, currency }: { order: Order; currency: string }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { shippingAddress: to, lineItems = [] } = order;
  const rows = lineItems.map((line, number) => ({ ...line, number }));
  const money = (amount: string | undefined) => format.money(amount, currency);
  // The total is opposite the name, where it is never cut off.
  const each: GridColumn<Line> = {
    id: 'card-each',
    header: '',
    text: ({ quantity, itemAmount }) =>
      [quantity, money(itemAmount)].filter((part) => part !== undefined && part !== '').join(' × '),
    card: 'subtitle',
    isCardOnly: true,
  };
  const column = (id: string, text: (line: Line) => string, isNumeric = true): GridColumn<Line> => ({
    id,
    header: t(`details.field.${id}`),
    text,
    ...(isNumeric ? { isNumeric, align: 'end' as const } : {}),
  });
  return (
    <div className={classes.related}>
      <DataGrid
        label={t('details.order')}
        columns={[
          { ...column('item_name', (line) => line.name, false), width: 320, card: 'title' },
          each,
          column('item_amount', (line) => money(line.itemAmount)),
          column('item_quantity', (line) => (line.quantity === undefined ? '' : String(line.quantity))),
          { ...column('item_total', (line) => money(line.totalAmount)), card: 'status' },
        ]}
        rows={rows}
        rowId={(line) => String(line.number)}
        visibleRows={Math.max(5, rows.length)}
        empty={t('details.no_lines')}
      />
      {to !== undefined && (
        <Facts
          facts={[
            ['shipping_name', to.name],
            ['shipping_address', joined([to.line1, to.line2, to.line3, to.line4, to.city, to.postcode])],
            ['district', to.district],
            ['state', to.state],
            ['shipping_country', format.country(to.country?.countryCode ?? null)],
          ]}
        />
      )}
    </div>
  );
}

/** The recipient of account funding or a payout. */
export function RecipientFacts({ recipient }: { recipient: Recipient }) {
  const format = useDetailsFormat();
  return (
    <Facts
      facts={[
        ['given_name', recipient.givenName],
        ['surname', recipient.surname],
        ['recipient_address', joined([recipient.address, recipient.city])],
        ['state', recipient.state],
        ['customer_country', format.country(recipient.countryCode ?? null)],
        ['birth_date', format.day(recipient.dateOfBirth ?? null), true],
        ['account_number', recipient.accountNumber, true],
      ]}
    />
  );
}

const joined = (lines: (string | undefined)[]): string =>
  lines.filter((line) => line !== undefined && line !== '').join(', ');

/**
 * The schedule that created this transaction, or that it started, in its current state
 * (docs/domain.md#transaction-details).
 */
export function ScheduleFacts({ transaction }: { transaction: TransactionDetails }) {
  const format = useDetailsFormat();
  const scheduleWords = useScheduleLabels();
  const { scheduleData: data, linkedScheduleId, nextScheduledRepeat, installationId } = transaction;
  const scheduleId = data?.scheduleId ?? linkedScheduleId;
  const found = useCall(
    getInstallationSchedule,
    { path: { installationId, scheduleId: scheduleId ?? '' } },
    { handlesOwnErrors: true, enabled: scheduleId !== null },
  );
  if (scheduleId !== null && found.isPending) return <SkeletonLines lines={4} />;
  // Shows the transaction's own data when the schedule cannot be loaded.
  const next = found.data === undefined ? nextScheduledRepeat : found.data.nextEpisode?.episodeDue;
  return (
    <Facts
      facts={[
        ['schedule_id', linkTo(scheduleId)],
        [
          'status',
          found.data !== undefined && <ScheduleStatusBadge key="status" status={found.data.status} />,
        ],
        ['type', found.data !== undefined && scheduleWords.type(found.data.type)],
        ['episode', data === null ? null : episodeText(data.episodeIndex, data.remainingEpisodeCount), true],
        ['next_repeat', next == null ? null : format.day(next), true],
      ]}
    />
  );
}

function linkTo(id: string | null): ReactNode {
  if (id === null) return null;
  return (
    <Link {...paths.schedule(id)} className={`${classes.link} number`}>
      {id}
    </Link>
  );
}

interface Props {
  transaction: TransactionDetails;
}

/** Countries of card, customer and IP address. */
export function GeolocationFacts({ transaction }: Props) {
  const format = useDetailsFormat();
  const guard = transaction.fraudGuardInformation;
  return (
    <Facts
      facts={[
        ['issuer_country', format.country(transaction.issuerCountry)],
        ['customer_country', format.country(transaction.customerAddressCountry)],
        ['district', transaction.customerAddressDistrict],
        ['state', transaction.customerAddressState],
        ['ip_address', copied(transaction.ipAddress)],
        ['ip_country', format.country(transaction.ipCountry)],
        ['ip_city', guard?.ipCity],
        ['isp', guard?.ispName],
        ['ip_organisation', guard?.ipOrganisation],
        ['distance', guard?.distanceFromIpToBilling, true],
      ]}
    />
  );
}
