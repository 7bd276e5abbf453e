import { explainDecline } from '#shared/payments/declines.ts';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import type { LinkState } from '#shared/payments/link-status.ts';
import type { ListedLink } from '../schemas.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { moneyText } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { fullInstallationName } from '#web/format/installation-choices.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';

const tones: Readonly<Record<LinkState, StatusTone>> = {
  OPEN: 'info',
  OPENED: 'info',
  PROCESSING: 'pending',
  AUTHORISED: 'info',
  IN_REVIEW: 'pending',
  PAID: 'success',
  PARTLY_REFUNDED: 'warning',
  REFUNDED: 'neutral',
  RELEASED: 'neutral',
  EXPIRED: 'neutral',
  CANCELLED: 'neutral',
  DEACTIVATED: 'failed',
};

export function LinkStateBadge({ state, t }: { state: LinkState; t: Translate }) {
  return <StatusBadge tone={tones[state]} label={t(`smart_links.state.${state}`)} />;
}

/** '12.00 GBP', negative for a payout, or a note that the customer enters the amount. */
export function amountText({ amount, ...link }: ListedLink, t: Translate, locale: string): string {
  return amount === null
    ? t('smart_links.any_amount', { currency: link.currency })
    : linkMoney(link, amount, locale);
}

/** What the customer can choose: 'From 5.00 GBP'; empty without bounds. */
export function boundsText(link: ListedLink, t: Translate, locale: string): string {
  const { minAmount, maxAmount } = link;
  const min = minAmount === null ? '' : linkMoney(link, minAmount, locale);
  const max = maxAmount === null ? '' : linkMoney(link, maxAmount, locale);
  if (min === '' && max === '') return '';
  if (min === '') return t('smart_links.bounds_to', { max });
  return max === '' ? t('smart_links.bounds_from', { min }) : t('smart_links.bounds_both', { min, max });
}

/** The amount paid: '12.00 GBP', or '3 × · 36.00 GBP' for a MULTIPLE link. */
export function paidText({ paid, usage, ...link }: ListedLink, t: Translate, locale: string): string {
  if (paid === null) return '';
  const amount = linkMoney(link, paid.amount, locale);
  return usage === 'SINGLE' ? amount : t('smart_links.paid_often', { count: paid.count, amount });
}

export const linkMoney = (
  { kind, currency }: Pick<ListedLink, 'kind' | 'currency'>,
  requested: string,
  locale: string,
): string => moneyText({ requested, currency, type: kind === 'payouts' ? 'PAYOUT' : 'PAYMENT' }, locale);

/** '3 attempts, last: Insufficient funds'; empty unless the latest attempt failed. */
export function attemptsText({ attempts, failure }: ListedLink, t: Translate): string {
  if (failure === null) return '';
  const reason = t(`decline_labels.${explainDecline(failure)}`);
  return t('smart_links.attempts', { count: attempts, reason });
}

/** The columns of the list, amount and status first. Widths fit the usual content. */
export function linkColumns(t: Translate, times: Times, locale: string): GridColumn<ListedLink>[] {
  const column = (id: string, width: number) => ({
    id,
    width,
    minWidth: width,
    header: t(`smart_links.column.${id}`),
  });
  const time = (id: string, timeOf: (link: ListedLink) => string | undefined): GridColumn<ListedLink> => ({
    ...column(id, 130),
    ...timeColumn(times, timeOf),
  });
  return [
    {
      ...column('amount', 130),
      card: 'title',
      isNumeric: true,
      isWhole: 'text',
      align: 'end',
      isPinned: true,
      isAlwaysShown: true,
      text: (link) => amountText(link, t, locale),
    },
    {
      ...column('status', 110),
      card: 'status',
      isWhole: 'badge',
      isPinned: true,
      text: ({ state }) => t(`smart_links.state.${state}`),
      cell: ({ state }) => <LinkStateBadge state={state} t={t} />,
    },
    {
      ...column('description', 150),
      card: 'subtitle',
      text: ({ description }) => description ?? '',
    },
    {
      ...column('merchantReference', 115),
      card: 'subtitle',
      isWhole: 'text',
      text: ({ merchantReference }) => merchantReference ?? '',
    },
    time('expires', ({ expires }) => expires),
    {
      ...column('paid', 110),
      isNumeric: true,
      isWhole: 'text',
      align: 'end',
      text: (link) => paidText(link, t, locale),
    },
    { ...column('attempts', 150), text: (link) => attemptsText(link, t) },
    { ...column('emailAddress', 220), text: ({ emailAddress }) => emailAddress ?? '' },
    { ...time('created', ({ created }) => created), card: 'time' },
    time('paidAt', ({ paid }) => paid?.at),
    {
      ...column('installation', 170),
      text: ({ installationName: name, merchantName }) => fullInstallationName({ name, merchantName }),
    },
  ];
}
