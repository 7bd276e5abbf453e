import { Link } from '@tanstack/react-router';
import { findPreset } from '#shared/api-permissions.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Times } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { ListedKey } from '../schemas.ts';
import { KeyStatus } from './key-status.tsx';

/** The columns of the keys grid in their order. */
export function keyColumns(t: Translate, times: Times): GridColumn<ListedKey>[] {
  const lastUse = ({ lastUsedAt }: ListedKey) =>
    lastUsedAt === null ? t('api_keys.never_used') : times.relative(lastUsedAt);
  const fullTime = (at: string | null) => (at === null ? undefined : times.moment(at));
  return [
    {
      id: 'name',
      header: t('api_keys.name'),
      width: 200,
      isPinned: true,
      isAlwaysShown: true,
      text: ({ name }) => name,
      cell: ({ name, apiId }) => (
        <Link {...paths.apiKey(apiId)} tabIndex={-1}>
          {name}
        </Link>
      ),
      card: 'title',
    },
    { id: 'apiId', header: t('api_keys.id'), width: 150, isNumeric: true, text: ({ apiId }) => apiId },
    {
      id: 'status',
      header: t('api_keys.status_label'),
      width: 110,
      isWhole: 'badge',
      text: ({ status }) => t(`api_keys.status.${status}`),
      cell: ({ status }) => <KeyStatus status={status} />,
      card: 'status',
    },
    {
      id: 'can',
      header: t('api_keys.can'),
      width: 170,
      text: ({ permissions }) => t(`api_keys.preset.${findPreset(permissions)}`),
      card: 'subtitle',
    },
    {
      id: 'installations',
      header: t('api_keys.installations'),
      width: 220,
      text: (key) => installationsText(key, t),
    },
    {
      id: 'lastUsed',
      header: t('api_keys.last_used'),
      width: 150,
      text: lastUse,
      hint: ({ lastUsedAt }) => fullTime(lastUsedAt),
      card: 'time',
    },
    {
      id: 'expires',
      header: t('api_keys.expires'),
      width: 220,
      text: (key) => {
        if (key.previousEndsAt !== null)
          return t('api_keys.old_secret_ends', { at: times.short(key.previousEndsAt) });
        return key.expiresAt === null ? t('api_keys.never') : times.short(key.expiresAt);
      },
      hint: ({ previousEndsAt, expiresAt }) => fullTime(previousEndsAt ?? expiresAt),
    },
  ];
}

/** The first three names, and the number of others. */
function installationsText({ installations, installationCount }: ListedKey, t: Translate): string {
  const more = installationCount - installations.length;
  const names = installations.join(', ');
  return more === 0 ? names : t('api_keys.and_more', { names, more });
}
