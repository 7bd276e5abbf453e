import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createInstallation, listInstallations } from '../endpoints.ts';
import {
  type InstallationsSearch,
  maxInstallationText,
  readInstallationsSearch,
} from '../installations-search.ts';
import type { ListedInstallation } from '../schemas.ts';
import { columnsOfInstallations } from './installation-columns.tsx';
import classes from './installations.module.css';

const address = {
  read: readInstallationsSearch,
  to: (params: InstallationsSearch) => paths.installations(params),
  page: offsetPages<InstallationsSearch>(),
};
const rowId = ({ installationId }: ListedInstallation): string => String(installationId);

/** /settings/installations: those at and below the selected organisation (docs/domain.md#installations). */
export function InstallationsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { offset, pageSize, text } = state.params;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const page = useCall(
    listInstallations,
    { path: { orgId }, query: { offset, pageSize, ...(text === undefined ? {} : { text }) } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const columns = useMemo(() => columnsOfInstallations(t), [t]);
  const open = useCallback(
    ({ installationId }: ListedInstallation) => void navigate(paths.installation(installationId)),
    [navigate],
  );
  const add = (
    <Allowed to={createInstallation}>
      <LinkButton to={paths.newInstallation()} leftSection={<IconPlus size={16} aria-hidden />}>
        {t('installations.add')}
      </LinkButton>
    </Allowed>
  );
  return (
    <ListScreen
      title={t('screen.installations')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={add}
      result={{
        rows: page.data?.items,
        total: page.data?.total,
        isLoading: page.isFetching,
        failure: page.error,
        refresh: () => void page.refetch(),
      }}
      countKey="installations.count"
      filterPanel={state.filterPanel}
      openFilter={
        <InstallationsFilter
          key={text ?? ''}
          text={text ?? ''}
          onSearch={(next) => state.change({ text: next })}
        />
      }
      chips={
        text === undefined
          ? []
          : [
              {
                id: 'text',
                label: `${t('installations.search')}: ${text}`,
                onRemove: () => state.change({ text: undefined }),
              },
            ]
      }
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{
        title: t('installations.list_failed'),
        forbidden: { title: t('installations.forbidden'), text: t('installations.forbidden_text') },
      }}
      empty={
        text === undefined && offset === 0 ? (
          <EmptyState title={t('installations.none')} action={add}>
            {t('installations.none_text')}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('installations.none_found')}
            action={
              <Button variant="default" onClick={() => state.change({ text: undefined })}>
                {t('installations.show_all')}
              </Button>
            }
          />
        )
      }
    />
  );
}

interface FilterProps {
  text: string;
  onSearch: (text: string | undefined) => void;
}

/** A part of a name, or an id. */
function InstallationsFilter({ text, onSearch }: FilterProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { text },
    validate: () => ({}),
    send: (values) => onSearch(values.text.trim() || undefined),
  });
  return (
    <form
      className={classes.search}
      noValidate
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <TextField
        {...form.field('text')}
        data-search
        label={t('installations.search')}
        maxLength={maxInstallationText}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
        {t('installations.find')}
      </Button>
    </form>
  );
}
