import { Button, type ButtonProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { TextSearch, textChips } from '#web/list-screen/text-search.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createApiKey, listApiKeys } from '../endpoints.ts';
import { type KeysSearch, maxKeyText, readKeysSearch } from '../keys-search.ts';
import type { ListedKey } from '../schemas.ts';
import { CreateKeyDialog } from './key-dialog.tsx';
import { keyColumns } from './key-columns.tsx';

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
  const [isCreating, setIsCreating] = useState(false);
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
      result={result}
      countKey="api_keys.count"
      filterPanel={state.filterPanel}
      openFilter={
        <TextSearch
          key={text}
          label={t('api_keys.search')}
          text={text}
          maxLength={maxKeyText}
          onSearch={(next) => state.change({ text: next })}
        />
      }
      chips={textChips(t('api_keys.search'), text, () => state.change({ text: undefined }))}
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
        <CreateKeyDialog orgId={orgId} onCreated={result.refresh} onClose={() => setIsCreating(false)} />
      )}
    </ListScreen>
  );
}
