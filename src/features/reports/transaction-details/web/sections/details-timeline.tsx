import {
  IconCalendarRepeat,
  IconBan,
  IconBrowser,
  IconClockX,
  IconCreditCard,
  IconGavel,
  IconLink,
  IconMail,
  IconMessage,
  IconReceiptRefund,
  IconShieldCheck,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import type { TransactionDetails } from '../../schemas.ts';
import type { Origin } from '../back-to-origin.tsx';
import { useDetailsFormat, type DetailsFormat } from '../use-details-format.ts';
import { Timeline, type TimelineItem } from '#ui/timeline.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Link } from '@tanstack/react-router';
import { explainDecline } from '#shared/payments/declines.ts';
import type { RelatedEvent, TimelineEvent } from '../../detail-parts.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import type { StatusTone } from '#ui/layout/status-badge.tsx';
import { TransactionAmount } from '#web/format/transaction-amount.tsx';
import { actorName } from '#web/format/actor-name.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';

type Props = Pick<
  TransactionDetails,
  'life' | 'relatedEvents' | 'nextScheduledRepeat' | 'transactionId' | 'transactionRootId' | 'currencyCode'
> & { origin: Origin };

/** The order of events of the same instant: a cause before its effect. */
const ranks = {
  LINK_CREATED: 0,
  LINK_SENT: 1,
  LINK_TEXTED: 1,
  LINK_REMINDED: 1,
  PAGE_OPENED: 2,
  MOVEMENT: 3,
  SCHEDULE: 4,
  NOTIFICATION: 5,
  RECEIPT_SENT: 6,
  RECEIPT_TEXTED: 6,
  DISPUTE: 7,
};

/** All events of the payment and around it, the latest first, below the next scheduled one. */
export function DetailsTimeline({ life, relatedEvents, nextScheduledRepeat, ...transaction }: Props) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const context: LineContext = { ...transaction, t, format };
  const past = [
    ...life.map((event, index) => ({
      at: `${event.timeStamp} ${ranks.MOVEMENT}`,
      item: movementItem(event, index, context),
    })),
    ...relatedEvents.map((event, index) => ({
      at: `${event.timeStamp} ${ranks[event.kind]}`,
      item: relatedItem(event, index, context),
    })),
  ];
  if (past.length === 0) return <p className="quiet">{t('details.not_available')}</p>;
  const future: TimelineItem[] =
    nextScheduledRepeat === null
      ? []
      : [
          {
            id: 'next',
            icon: IconCalendarRepeat,
            title: t('details.event.NEXT_CHARGE'),
            time: format.day(nextScheduledRepeat),
            isFuture: true,
          },
        ];
  // ISO times of one zone compare as texts.
  const items = past.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ item }) => item);
  return <Timeline label={t('details.history')} items={[...future, ...items.toReversed()]} />;
}

/** How the timeline of one transaction writes its lines. */
interface LineContext {
  transactionId: string;
  transactionRootId: string;
  currencyCode: string;
  origin: Origin;
  t: Translate;
  format: Pick<DetailsFormat, 'type' | 'value' | 'day'>;
}

const tones: Readonly<Record<string, StatusTone>> = { SUCCESS: 'success', FAILED: 'failed' };
const quietEnds = new Set(['CANCELLED', 'EXPIRED', 'VOIDED']);

/** A movement of the family: the request and its result. */
function movementItem(event: TimelineEvent, index: number, context: LineContext): TimelineItem {
  const { t, format, currencyCode } = context;
  const { type, status, timeStamp, orderedBy } = event;
  return {
    id: `movement ${index}`,
    icon: movementIcon(type, status),
    tone: tones[status] ?? (quietEnds.has(status) ? 'neutral' : 'pending'),
    title: (
      <>
        {format.type(type)}{' '}
        <TransactionAmount
          money={{ requested: event.requestedAmount, currency: currencyCode, type, status }}
        />
      </>
    ),
    status: <StatusCell status={status} />,
    text:
      [
        belongsTo(event, context),
        reasonOf(event, t),
        format.value(event.refundReason),
        event.refundNote,
        event.refundExpectedDate !== null &&
          t('details.event.EXPECTED_BY', { day: format.day(event.refundExpectedDate) ?? '' }),
      ]
        .filter(Boolean)
        .join(' · ') || undefined,
    time: <TimeText at={timeStamp} />,
    actor: orderedBy === null ? undefined : t('details.ordered_by', { who: actorName(orderedBy, t) }),
    link: transactionLink(event.transactionId, context),
  };
}

function movementIcon(type: string, status: string): Icon {
  if (status === 'EXPIRED') return IconClockX;
  if (type.endsWith('_VOID') || status === 'CANCELLED' || status === 'VOIDED') return IconBan;
  if (type === 'REFUND' || type.startsWith('PAYOUT')) return IconReceiptRefund;
  return type === 'VERIFY' ? IconShieldCheck : IconCreditCard;
}

/** A refund of a repeat is none of the payment's own. */
function belongsTo(
  { relatedTransactionId: related }: TimelineEvent,
  { transactionId, transactionRootId, t }: LineContext,
): string | undefined {
  if (related === null || related === transactionId || related === transactionRootId) return undefined;
  return t('details.event.BELONGS_TO', { id: related });
}

/** A sentence for a failure that the dictionary has, else the catalogue's text. */
function reasonOf(event: TimelineEvent, t: Translate): string | undefined {
  const { status, reasonCode, reasonMessage, statusCode, scheme } = event;
  if (status === 'SUCCESS') return undefined;
  const decline = reasonCode === null ? 'unknown' : explainDecline({ reasonCode, statusCode, scheme });
  return decline === 'unknown' ? (reasonMessage ?? undefined) : t(`declines.${decline}`);
}

/** An event around the family. */
function relatedItem(event: RelatedEvent, index: number, context: LineContext): TimelineItem {
  const { t } = context;
  const common = {
    id: `event ${index}`,
    time: <TimeText at={event.timeStamp} />,
    actor: event.actor === null ? undefined : t('details.ordered_by', { who: actorName(event.actor, t) }),
    link: transactionLink(event.transactionId, context),
  };
  switch (event.kind) {
    case 'NOTIFICATION':
      return { ...common, ...notificationParts(event, t) };
    case 'PAGE_OPENED':
      return { ...common, icon: IconBrowser, title: t('details.event.PAGE_OPENED') };
    case 'LINK_CREATED':
      return { ...common, icon: IconLink, title: t('details.event.LINK_CREATED') };
    case 'LINK_SENT':
    case 'LINK_REMINDED':
      return { ...common, ...sentTo(event), icon: IconMail, title: t(`details.event.${event.kind}`) };
    case 'LINK_TEXTED':
      return { ...common, ...sentTo(event), icon: IconMessage, title: t('details.event.LINK_TEXTED') };
    case 'RECEIPT_SENT': {
      const isRefund = event.state === 'REFUND';
      const title = t(isRefund ? 'details.event.REFUND_NOTICE_SENT' : 'details.event.RECEIPT_SENT');
      return { ...common, ...sentTo(event), icon: IconMail, title };
    }
    case 'RECEIPT_TEXTED': {
      const isRefund = event.state === 'REFUND';
      const title = t(isRefund ? 'details.event.REFUND_NOTICE_TEXTED' : 'details.event.RECEIPT_TEXTED');
      return { ...common, ...sentTo(event), icon: IconMessage, title };
    }
    case 'DISPUTE':
      return {
        ...common,
        icon: IconGavel,
        tone: 'pending',
        title: t('audit.kind.dispute'),
        text: t(`disputes.status.${event.state}`),
        link: event.objectId === null ? undefined : disputeLink(event.objectId, t),
      };
    case 'SCHEDULE':
      return {
        ...common,
        icon: IconCalendarRepeat,
        tone: event.state === 'FAILED' || event.state === 'DECLINED' ? 'failed' : 'info',
        title: t('audit.kind.schedule'),
        text: t(`schedules.change.${event.state}`, withoutNulls(event.detail)),
        link: event.objectId === null ? undefined : scheduleLink(event.objectId, t),
      };
  }
}

/** Where a link or a receipt went. Receipts of earlier versions have no address. */
const sentTo = ({ detail }: RelatedEvent): Pick<TimelineItem, 'text'> =>
  detail.to == null ? {} : { text: String(detail.to) };

function notificationParts(
  { state, detail }: RelatedEvent,
  t: Translate,
): Partial<TimelineItem> & { title: string } {
  const { attempts, result } = detail;
  const parts = [t('notifications.attempts', { count: Number(attempts ?? 0) })];
  if (result != null) {
    parts.push(/^\d+$/.test(String(result)) ? `HTTP ${result}` : t(`notifications.result.${result}`));
  }
  return {
    icon: IconWebhook,
    tone: state === 'delivered' ? 'success' : state === 'failed' ? 'failed' : 'pending',
    title: t('details.event.NOTIFICATION', { state: t(`notifications.state.${state}`) }),
    text: parts.join(' · '),
  };
}

const withoutNulls = (detail: RelatedEvent['detail']): Record<string, string | number | undefined> =>
  Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, value ?? undefined]));

function transactionLink(id: string, { transactionId, origin }: LineContext): TimelineItem['link'] {
  if (id === transactionId) return undefined;
  return (
    <Link {...paths.transaction(id)} state={{ origin } as object}>
      {id}
    </Link>
  );
}

const disputeLink = (id: string, t: Translate) => (
  <Link {...paths.dispute(id)}>{t('details.open_dispute')}</Link>
);

const scheduleLink = (id: string, t: Translate) => (
  <Link {...paths.schedule(id)}>{t('schedules.go_to_schedule')}</Link>
);
