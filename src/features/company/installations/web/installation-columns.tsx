import { Link } from '@tanstack/react-router';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import { toChannel } from '../installation-form.ts';
import type { ListedInstallation } from '../schemas.ts';

/** The columns of the installations grid in their order. */
export function installationListColumns(t: Translate): GridColumn<ListedInstallation>[] {
  const statusText = ({ isActive }: ListedInstallation) =>
    t(isActive ? 'installations.active' : 'installations.deactivated');
  return [
    {
      id: 'name',
      header: t('installations.name'),
      width: 220,
      isPinned: true,
      isAlwaysShown: true,
      text: ({ name }) => name,
      cell: ({ name, installationId }) => (
        <Link {...paths.installation(installationId)} tabIndex={-1}>
          {name}
        </Link>
      ),
      card: 'title',
    },
    {
      id: 'installationId',
      header: t('installations.id'),
      width: 120,
      isNumeric: true,
      text: ({ installationId }) => String(installationId),
    },
    {
      id: 'merchant',
      header: t('installations.merchant'),
      width: 200,
      text: ({ merchantName }) => merchantName,
      card: 'subtitle',
    },
    {
      id: 'channel',
      header: t('installations.channel'),
      width: 190,
      text: ({ channel }) => t(`installations.channels.${toChannel(channel)}`),
    },
    {
      id: 'currencies',
      header: t('installations.currencies'),
      width: 200,
      text: ({ currencies }) => currencies.join(', '),
    },
    {
      id: 'status',
      header: t('installations.status'),
      width: 130,
      isWhole: 'badge',
      text: statusText,
      cell: (row) => <StatusBadge tone={row.isActive ? 'success' : 'warning'} label={statusText(row)} />,
      card: 'status',
    },
  ];
}
