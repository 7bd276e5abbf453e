import { groupDecimal } from '#ui/layout/money-text.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import type { LinkStatus } from '#features/hosted-sessions/link-status.ts';
import type { ListedLink } from '#features/smart-links/endpoints.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';

const tones: Readonly<Record<LinkStatus, StatusTone>> = {
  ACTIVATED: 'info',
  USED: 'success',
  EXPIRED: 'neutral',
  CANCELLED: 'neutral',
  DEACTIVATED: 'failed',
};

type Shown = Pick<ListedLink, 'status' | 'isBeingPaid'>;

export function LinkStatusBadge({ link, t }: { link: Shown; t: Translate }) {
  const tone = link.isBeingPaid && link.status === 'ACTIVATED' ? 'pending' : tones[link.status];
  return <StatusBadge tone={tone} label={statusText(link, t)} />;
}

const statusText = ({ status, isBeingPaid }: Shown, t: Translate): string =>
  t(isBeingPaid && status === 'ACTIVATED' ? 'smart_links.being_paid' : `smart_links.status.${status}`);

/** '12.00 GBP', or that the customer decides. */
export function amountText({ amount, currency }: ListedLink, t: Translate, language: string): string {
  return amount === null
    ? t('smart_links.any_amount', { currency })
    : `${groupDecimal(amount, language)} ${currency}`;
}

/** What was paid: '12.00 GBP', or '3 × · 36.00 GBP' of a link that is paid often. */
export function paidText({ paid, usage, currency }: ListedLink, t: Translate, language: string): string {
  if (paid === null) return '';
  const amount = `${groupDecimal(paid.amount, language)} ${currency}`;
  return usage === 'SINGLE' ? amount : t('smart_links.paid_often', { count: paid.count, amount });
}

/** The columns of the list in their order; all of them fit beside the menu on a usual screen. */
export function linkColumns(t: Translate, times: Times, language: string): GridColumn<ListedLink>[] {
  const column = (id: string, width: number) => ({
    id,
    width,
    minWidth: Math.min(width, 192),
    header: t(`smart_links.column.${id}`, { zone: times.zoneName }),
  });
  return [
    { ...column('created', 192), isNumeric: true, text: ({ created }) => times.dateTime(created) },
    {
      ...column('status', 125),
      text: (link) => statusText(link, t),
      cell: (link) => <LinkStatusBadge link={link} t={t} />,
    },
    {
      ...column('amount', 180),
      isNumeric: true,
      align: 'end',
      text: (link) => amountText(link, t, language),
    },
    { ...column('paid', 190), isNumeric: true, align: 'end', text: (link) => paidText(link, t, language) },
    {
      ...column('paidAt', 172),
      isNumeric: true,
      text: ({ paid }) => (paid === null ? '' : times.dateTime(paid.at)),
    },
    { ...column('merchantReference', 115), text: ({ merchantReference }) => merchantReference ?? '' },
    { ...column('description', 165), text: ({ description }) => description ?? '' },
    { ...column('emailAddress', 165), text: ({ emailAddress }) => emailAddress ?? '' },
    {
      ...column('installation', 170),
      text: ({ installationName, merchantName }) => `${merchantName} – ${installationName}`,
    },
    { ...column('expires', 172), isNumeric: true, text: ({ expires }) => times.dateTime(expires) },
  ];
}
