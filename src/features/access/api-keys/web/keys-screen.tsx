import { Button, type ButtonProps } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { SetupNext } from '#web/links/next-step.tsx';
import { useArrival } from '#web/links/use-arrival.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { findPreset } from '#shared/api-permissions.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Translate } from '#web/translate/translator.ts';
import { createApiKey, listApiKeys } from '../endpoints.ts';
import { type KeysSearch, maxKeyText, readKeysSearch } from '../keys-search.ts';
import type { ListedKey } from '../schemas.ts';
import { CreateKeyDialog } from './key-dialog.tsx';
import { KeyStatus } from './key-status.tsx';

const address = {
  name: 'apiKeys',
  read: readKeysSearch,
  to: (params: KeysSearch) => paths.apiKeys(params),
  page: offsetPages<KeysSearch>(),
};
const rowId = ({ apiId }: ListedKey): string => apiId;

/** /settings/api-keys: the keys of the selected organisation's installations (docs/domain.md#api-keys). */
export function KeysScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { offset, pageSize, text } = state.params;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const times = useTimes();
  const [isCreating, setIsCreating] = useState(useArrival('key'));
  const [hasCreated, setHasCreated] = useState(false);
  const result = useListResult(
    listApiKeys,
    { path: { orgId }, query: { offset, pageSize, text } },
    readItems,
  );
  const columns = useMemo(() => keyColumns(t, times), [t, times]);
  const open = useCallback(({ apiId }: ListedKey) => void navigate(paths.apiKey(apiId)), [navigate]);
  const create = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) => (
    <Allowed to={createApiKey}>
      <Button {...button} onClick={() => setIsCreating(true)}>
        {t('api_keys.create')}
      </Button>
    </Allowed>
  );
  return (
    <ListScreen
      title={t('screen.apiKeys')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={create({ leftSection: <IconPlus size={16} aria-hidden /> })}
      notice={<SetupNext step="apiKey" isOpen={hasCreated && !isCreating} />}
      result={result}
      countKey="api_keys.count"
      search={{
        label: t('api_keys.search'),
        text,
        maxLength: maxKeyText,
        onSearch: (next) => state.change({ text: next }),
      }}
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{
        title: t('api_keys.list_failed'),
        forbidden: { title: t('api_keys.forbidden'), text: t('api_keys.forbidden_text') },
      }}
      empty={
        text === undefined && offset === 0 ? (
          <EmptyState title={t('api_keys.none')} action={create({ variant: 'default' })}>
            {t('api_keys.none_text')}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('api_keys.none_found')}
            step={{ label: t('api_keys.show_all'), onClick: () => state.change({ text: undefined }) }}
          />
        )
      }
    >
      {isCreating && (
        <CreateKeyDialog
          orgId={orgId}
          onCreated={() => {
            setHasCreated(true);
            result.refresh();
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
    </ListScreen>
  );
}

/** The columns of the keys grid in their order. */
function keyColumns(t: Translate, times: Times): GridColumn<ListedKey>[] {
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
      id: 'mode',
      header: t('api_keys.mode'),
      width: 90,
      text: ({ mode }) => t(`processors.mode.${mode}`),
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
