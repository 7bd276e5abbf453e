import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { organisationFilter } from '#shared/organisation-filter.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { searchUsers } from '../endpoints.ts';
import type { ListedUser } from '../scim-user.ts';
import {
  type UserColumn,
  type UsersSearch,
  readUsersSearch,
  searchSchema,
  userColumns,
} from '../users-search.ts';
import { NoUsers } from './no-users.tsx';
import { buildUserColumns } from './user-columns.tsx';
import { userChips, UsersFilter } from './users-filter.tsx';

const address = {
  name: 'users',
  read: readUsersSearch,
  to: (params: UsersSearch) => paths.users(params),
  page: offsetPages<UsersSearch>(),
};
const rowId = (user: ListedUser): string => user.id;

/** /users: the users of the selected organisation and its descendants. */
export function UsersScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { offset, pageSize, field, direction, text, status } = state.params;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const times = useTimes();
  const result = useListResult(
    searchUsers,
    {
      body: {
        schemas: [searchSchema],
        filter: organisationFilter(organisation.selectedParentOrgId),
        startIndex: offset + 1,
        count: pageSize,
        sortBy: userColumns[field],
        sortOrder: direction === 'ASC' ? 'ascending' : 'descending',
        text,
        status,
      },
    },
    ({ Resources, totalResults }) => ({ rows: Resources, total: totalResults }),
  );
  const columns = useMemo(() => buildUserColumns(t, times), [t, times]);
  const chips = userChips(state.params, t, state.change);
  const openUser = useCallback((user: ListedUser) => void navigate(paths.user(user.id)), [navigate]);
  return (
    <ListScreen
      title={t('screen.users')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={
        <Allowed allOf={['P_VIEW_MI_MERCHANT_ADMIN', 'P_CREATE_PORTAL_USER']}>
          <LinkButton to={paths.createUser()} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('users.create')}
          </LinkButton>
        </Allowed>
      }
      result={result}
      countKey="users.count"
      filterPanel={state.filterPanel}
      openFilter={<UsersFilter search={state.params} onSearch={state.change} />}
      chips={chips}
      columns={columns}
      rowId={rowId}
      {...sorting(field, direction, (column, next) =>
        state.change({ field: column as UserColumn, direction: next }),
      )}
      onOpen={openUser}
      failureTexts={{
        title: t('users.failed'),
        forbidden: { title: t('users.unauthorised'), text: t('users.unauthorised_text') },
      }}
      empty={
        <NoUsers
          total={result.total ?? 0}
          onFirstPage={() => state.turn({ offset: 0, pageSize })}
          onClear={chips.length > 0 ? () => state.change({ text: undefined, status: undefined }) : undefined}
        />
      }
    />
  );
}
