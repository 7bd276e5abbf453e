import { Link } from '@tanstack/react-router';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { ListedWebhook } from '../schemas.ts';
import { eventLabel } from './event-label.ts';
import { WebhookStatus } from './webhook-status.tsx';

/** The columns of the list of webhooks. */
export function columnsOfWebhooks(t: Translate, times: Times): GridColumn<ListedWebhook>[] {
  return [
    {
      id: 'url',
      header: t('webhooks.address'),
      width: 340,
      isPinned: true,
      isAlwaysShown: true,
      text: ({ url }) => url,
      cell: ({ url, endpointId }) => (
        <Link {...paths.webhook(endpointId)} tabIndex={-1}>
          {url}
        </Link>
      ),
      card: 'title',
    },
    {
      id: 'status',
      header: t('webhooks.status_label'),
      width: 130,
      isWhole: 'badge',
      text: ({ status }) => t(`webhooks.status.${status}`),
      cell: ({ status }) => <WebhookStatus status={status} />,
      card: 'status',
    },
    {
      id: 'events',
      header: t('webhooks.events'),
      width: 260,
      text: ({ events }) => events.map((event) => eventLabel(t, event)).join(', '),
      card: 'subtitle',
    },
    {
      id: 'installations',
      header: t('webhooks.installations'),
      width: 220,
      text: ({ installations, installationCount }) => {
        const names = installations.join(', ');
        const more = installationCount - installations.length;
        return more === 0 ? names : t('webhooks.and_more', { names, more });
      },
    },
    {
      id: 'failingSince',
      header: t('webhooks.failing_since'),
      width: 160,
      ...timeColumn(times, ({ failingSince }: ListedWebhook) => failingSince),
      card: 'time',
    },
  ];
}
