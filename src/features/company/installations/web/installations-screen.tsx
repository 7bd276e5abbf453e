import type { ButtonProps } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { createInstallation, listInstallations } from '../endpoints.ts';
import {
  type InstallationsSearch,
  maxInstallationText,
  readInstallationsSearch,
} from '../installations-search.ts';
import type { ListedInstallation } from '../schemas.ts';
import { toChannel } from '../installation-form.ts';

const address = {
  name: 'installations',
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
  const result = useListResult(
    listInstallations,
    { path: { orgId }, query: { offset, pageSize, text } },
    readItems,
  );
  const columns = useMemo(() => installationListColumns(t), [t]);
  const open = useCallback(
    ({ installationId }: ListedInstallation) => void navigate(paths.installation(installationId)),
    [navigate],
  );
  const add = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) => (
    <Allowed to={createInstallation}>
      <LinkButton to={paths.newInstallation()} {...button}>
        {t('installations.add')}
      </LinkButton>
    </Allowed>
  );
  return (
    <ListScreen
      title={t('screen.installations')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={add({ leftSection: <IconPlus size={16} aria-hidden /> })}
      result={result}
      countKey="installations.count"
      search={{
        label: t('installations.search'),
        text,
        maxLength: maxInstallationText,
        onSearch: (next) => state.change({ text: next }),
      }}
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{
        title: t('installations.list_failed'),
        forbidden: { title: t('installations.forbidden'), text: t('installations.forbidden_text') },
      }}
      empty={
        text === undefined && offset === 0 ? (
          <EmptyState title={t('installations.none')} action={add({ variant: 'default' })}>
            {t('installations.none_text')}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('installations.none_found')}
            step={{ label: t('installations.show_all'), onClick: () => state.change({ text: undefined }) }}
          />
        )
      }
    />
  );
}

/** The columns of the installations grid in their order. */
function installationListColumns(t: Translate): GridColumn<ListedInstallation>[] {
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
