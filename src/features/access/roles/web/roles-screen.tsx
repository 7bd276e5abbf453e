import { Button } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Translate } from '#web/translate/translator.ts';
import { listRoles } from '../endpoints.ts';
import { type RolesSearch, readRolesSearch } from '../roles-search.ts';
import type { ListedRole } from '../schemas.ts';

const address = {
  name: 'roles',
  read: readRolesSearch,
  to: (params: RolesSearch) => paths.roles(params),
  page: offsetPages<RolesSearch>(),
};
const rowId = ({ roleId }: ListedRole): string => roleId;

/** /settings/roles: the roles of the selected organisation's company (docs/domain.md#own-roles). */
export function RolesScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { offset, pageSize } = state.params;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const { response, ...result } = useListResult(
    listRoles,
    { path: { orgId }, query: { offset, pageSize } },
    readItems,
  );
  const columns = useMemo(() => columnsOfRoles(t), [t]);
  const openRole = useCallback(({ roleId }: ListedRole) => void navigate(paths.role(roleId)), [navigate]);
  const mayCreate = (response?.grantable.length ?? 0) > 0;
  return (
    <ListScreen
      title={t('screen.roles')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={
        mayCreate && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void navigate(paths.role('new'))}
          >
            {t('roles.create')}
          </Button>
        )
      }
      result={result}
      countKey="roles.count"
      columns={columns}
      rowId={rowId}
      onOpen={openRole}
      failureTexts={{
        title: t('roles.list_failed'),
        forbidden: { title: t('roles.forbidden'), text: t('roles.forbidden_text') },
      }}
      empty={<EmptyState title={t('roles.none')} />}
    />
  );
}

/** The columns of the list of roles. */
function columnsOfRoles(t: Translate): GridColumn<ListedRole>[] {
  return [
    {
      id: 'name',
      header: t('roles.name'),
      width: 240,
      isPinned: true,
      isAlwaysShown: true,
      text: ({ name }) => name,
      cell: ({ name, roleId }) => (
        <Link {...paths.role(roleId)} tabIndex={-1}>
          {name}
        </Link>
      ),
      card: 'title',
    },
    {
      id: 'kind',
      header: t('roles.kind'),
      width: 120,
      text: ({ isStandard }) => t(isStandard ? 'roles.standard' : 'roles.own'),
      card: 'status',
    },
    {
      id: 'users',
      header: t('roles.users'),
      width: 110,
      isNumeric: true,
      align: 'end',
      text: ({ userCount }) => String(userCount),
      card: 'time',
      cardText: ({ userCount }) => `${t('roles.users')}: ${userCount}`,
    },
    {
      id: 'permissions',
      header: t('roles.permissions'),
      width: 130,
      isNumeric: true,
      align: 'end',
      text: ({ permissionCount }) => String(permissionCount),
    },
    {
      id: 'description',
      header: t('roles.description'),
      width: 420,
      text: ({ description }) => description,
      card: 'subtitle',
    },
  ];
}
