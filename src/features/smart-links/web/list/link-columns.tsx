import { groupDecimal } from '#ui/layout/money-text.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import type { LinkStatus } from '#features/hosted-sessions/link-standing.ts';
import type { ListedLink } from '#features/smart-links/calls.ts';
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

export function LinkStatusBadge({ status, t }: { status: LinkStatus; t: Translate }) {
  return <StatusBadge tone={tones[status]} label={t(`smart_links.status.${status}`)} />;
}

/** '12.00 GBP', or that the customer decides. */
export function amountOf({ amount, currency }: ListedLink, t: Translate, language: string): string {
  return amount === null
    ? t('smart_links.any_amount', { currency })
    : `${groupDecimal(amount, language)} ${currency}`;
}

/** The columns of the list in their order; all of them fit beside the menu on a usual screen. */
export function linkColumns(t: Translate, times: Times, language: string): GridColumn<ListedLink>[] {
  const column = (id: string, width: number) => ({
    id,
    width,
    minWidth: Math.min(width, 172),
    header: t(`smart_links.column.${id}`, { zone: times.zoneName }),
  });
  return [
    { ...column('created', 172), isNumeric: true, text: ({ created }) => times.dateTime(created) },
    {
      ...column('status', 125),
      text: ({ status }) => t(`smart_links.status.${status}`),
      cell: ({ status }) => <LinkStatusBadge status={status} t={t} />,
    },
    {
      ...column('amount', 120),
      isNumeric: true,
      align: 'end',
      text: (link) => amountOf(link, t, language),
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
