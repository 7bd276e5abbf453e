import { explainDecline } from '#shared/payments/declines.ts';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import type { LinkStatus } from '#shared/payments/link-status.ts';
import type { ListedLink } from '../schemas.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { moneyText } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { fullInstallationName } from '#web/format/installation-choices.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';

const tones: Readonly<Record<LinkStatus, StatusTone>> = {
  ACTIVATED: 'info',
  USED: 'success',
  EXPIRED: 'neutral',
  CANCELLED: 'neutral',
  DEACTIVATED: 'failed',
};

type LinkState = Pick<ListedLink, 'status' | 'isBeingPaid' | 'usage' | 'paid' | 'authorised'>;

export function LinkStatusBadge({ link, t }: { link: LinkState; t: Translate }) {
  const tone = { being_paid: 'pending', authorised: 'info', released: 'neutral' } as const;
  const state = linkState(link);
  return (
    <StatusBadge tone={state === undefined ? tones[link.status] : tone[state]} label={statusText(link, t)} />
  );
}

/** What the status of a link leaves open: a SINGLE link is USED from its authorisation. */
function linkState(link: LinkState): 'being_paid' | 'authorised' | 'released' | undefined {
  if (link.status === 'ACTIVATED') return link.isBeingPaid ? 'being_paid' : undefined;
  if (link.status !== 'USED' || link.paid !== null) return undefined;
  return link.authorised === null ? 'released' : 'authorised';
}

const statusText = (link: LinkState, t: Translate): string =>
  t(`smart_links.${linkState(link) ?? `status.${link.status}`}`);

/** '12.00 GBP', negative for a payout, or a note that the customer enters the amount. */
export function amountText({ amount, ...link }: ListedLink, t: Translate, locale: string): string {
  return amount === null
    ? t('smart_links.any_amount', { currency: link.currency })
    : linkMoney(link, amount, locale);
}

/** The amount paid: '12.00 GBP', or '3 × · 36.00 GBP' for a MULTIPLE link. */
export function paidText({ paid, usage, ...link }: ListedLink, t: Translate, locale: string): string {
  if (paid === null) return '';
  const amount = linkMoney(link, paid.amount, locale);
  return usage === 'SINGLE' ? amount : t('smart_links.paid_often', { count: paid.count, amount });
}

const linkMoney = (
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
      text: (link) => statusText(link, t),
      cell: (link) => <LinkStatusBadge link={link} t={t} />,
    },
    {
      ...column('description', 190),
      card: 'subtitle',
      text: ({ description }) => description ?? '',
    },
    {
      ...column('merchantReference', 115),
      card: 'subtitle',
      isWhole: 'text',
      text: ({ merchantReference }) => merchantReference ?? '',
    },
    { ...column('emailAddress', 220), text: ({ emailAddress }) => emailAddress ?? '' },
    { ...time('created', ({ created }) => created), card: 'time' },
    time('expires', ({ expires }) => expires),
    {
      ...column('paid', 110),
      isNumeric: true,
      isWhole: 'text',
      align: 'end',
      text: (link) => paidText(link, t, locale),
    },
    time('paidAt', ({ paid }) => paid?.at),
    { ...column('attempts', 165), text: (link) => attemptsText(link, t) },
    {
      ...column('installation', 170),
      text: ({ installationName: name, merchantName }) => fullInstallationName({ name, merchantName }),
    },
  ];
}
