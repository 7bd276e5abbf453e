import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { Button } from '@mantine/core';
import { organisationFilter } from '#shared/organisation-filter.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { searchUsers } from '../endpoints.ts';
import type { ListedUser } from '../scim-user.ts';
import { searchSchema } from '../users-search.ts';
import { type UserColumn, type UsersSearch, readUsersSearch, userColumns } from '../users-search.ts';
import { columnsOfUsers } from './user-columns.tsx';
import { userChips, UsersFilter } from './users-filter.tsx';

const address = {
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
  const page = useCall(
    searchUsers,
    {
      body: {
        schemas: [searchSchema],
        filter: organisationFilter(organisation.selectedParentOrgId),
        startIndex: offset + 1,
        count: pageSize,
        sortBy: userColumns[field],
        sortOrder: direction === 'ASC' ? 'ascending' : 'descending',
        ...(text === undefined ? {} : { text }),
        ...(status === undefined ? {} : { status }),
      },
    },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const columns = useMemo(() => columnsOfUsers(t, times.short, times), [t, times]);
  const open = useCallback((user: ListedUser) => void navigate(paths.user(user.id)), [navigate]);
  const total = page.data?.totalResults;
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
      result={{
        rows: page.data?.Resources,
        total,
        isLoading: page.isFetching,
        failure: page.error,
        refresh: () => void page.refetch(),
      }}
      countKey="users.count"
      filterPanel={state.filterPanel}
      openFilter={<UsersFilter search={state.params} onSearch={state.change} />}
      chips={userChips(state.params, t, state.change)}
      columns={columns}
      rowId={rowId}
      sort={{ field, direction: direction === 'ASC' ? 'asc' : 'desc' }}
      onSort={(sort) =>
        state.change({
          field: sort.field as UserColumn,
          direction: sort.direction === 'asc' ? 'ASC' : 'DESC',
        })
      }
      onOpen={open}
      failureTexts={{
        title: t('users.failed'),
        forbidden: { title: t('users.unauthorised'), text: t('users.unauthorised_text') },
      }}
      empty={
        <NoUsers
          total={total ?? 0}
          onFirstPage={() => state.turn({ offset: 0, pageSize })}
          onClear={
            text === undefined && status === undefined
              ? undefined
              : () => state.change({ text: undefined, status: undefined })
          }
        />
      }
    />
  );
}

interface NoUsersProps {
  total: number;
  onFirstPage: () => void;
  /** Given while filters are on. */
  onClear: (() => void) | undefined;
}

/** No rows: the page is past the last one, no user passes the filters, or the organisation has no users. */
function NoUsers({ total, onFirstPage, onClear }: NoUsersProps) {
  const { t } = useTranslation();
  const { isDomainUser } = useSignedIn();
  if (total > 0) {
    return (
      <EmptyState
        title={t('users.past_end')}
        action={
          <Button variant="default" onClick={onFirstPage}>
            {t('users.first_page')}
          </Button>
        }
      >
        {t('users.past_end_text')}
      </EmptyState>
    );
  }
  if (onClear !== undefined) {
    return (
      <EmptyState
        title={t('users.none_found')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('users.clear')}
          </Button>
        }
      >
        {t('users.none_found_text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('users.none')}>
      {t(isDomainUser ? 'users.none_domain' : 'users.none_text')}
    </EmptyState>
  );
}
