import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { organisationFilter } from '#shared/organisation-filter.ts';
import { searchUsers } from '#features/users/endpoints.ts';
import { searchSchema, type ListedUser } from '#features/users/scim-user.ts';
import { userColumns, type UsersSearch } from '#features/users/users-search.ts';
import { columnsOfUsers } from '#features/users/web/list/user-columns.tsx';
import classes from '#features/users/web/list/users-screen.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { PagingBar } from '#ui/grid/paging/paging-bar.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import list from '#ui/layout/list-screen.module.css';
import { Page } from '#ui/layout/page.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useCall } from '#web/call/use-call.ts';
import { formatDayTime } from '#web/format/day-time.ts';
import { useTimes } from '#web/format/use-times.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { Trans } from '#web/translate/trans.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const rowId = (user: ListedUser): string => user.id;
/** The whole of the smallest page: at least 24 (docs/domain.md#users). */
const visibleRows = 25;
/** Up to here everybody fits on one page. */
const withoutPager = 25;

/** /users: the people of the organisation chosen and of those below it. */
export function UsersScreen() {
  const { t, language } = useTranslation();
  const params = useSearch({ strict: false }) as UsersSearch;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const { zone, zoneName } = useTimes();
  const page = useCall(
    searchUsers,
    {
      body: {
        schemas: [searchSchema],
        filter: organisationFilter(organisation.selectedParentOrgId),
        startIndex: params.offset + 1,
        count: params.pageSize,
        sortBy: userColumns[params.field],
        sortOrder: params.direction === 'ASC' ? 'ascending' : 'descending',
      },
    },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const columns = useMemo(
    () => columnsOfUsers(t, (at) => formatDayTime(at, language, zone), zoneName),
    [t, language, zone, zoneName],
  );
  const open = useCallback((user: ListedUser) => void navigate({ to: `/user/${user.id}` }), [navigate]);
  const change = (part: Partial<UsersSearch>): void =>
    void navigate({ to: '/users', search: { ...params, ...part } as never });
  const total = page.data?.totalResults;
  const isCounted = total != null && page.error == null;
  return (
    <Page
      title={t('screen.users')}
      subtitle={organisation.selectedOrgName}
      actions={
        <>
          <RefreshButton isBusy={page.isFetching} onRefresh={() => void page.refetch()} />
          <Allowed allOf={['P_VIEW_MI_MERCHANT_ADMIN', 'P_CREATE_PORTAL_USER']}>
            <Button component={Link} to="/user/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('users.create')}
            </Button>
          </Allowed>
        </>
      }
    >
      <div className={`${list.count} number`} aria-live="polite">
        {isCounted && (
          <Trans
            i18nKey="users.count"
            count={total}
            values={{ number: new Intl.NumberFormat(language).format(total) }}
            components={{ strong: <strong /> }}
          />
        )}
      </div>
      <div className={classes.results}>
        <DataGrid
          label={t('screen.users')}
          columns={columns}
          rows={page.data?.Resources}
          rowId={rowId}
          isLoading={page.isFetching}
          visibleRows={visibleRows}
          sort={{ field: params.field, direction: params.direction === 'ASC' ? 'asc' : 'desc' }}
          onSort={({ field, direction }) =>
            change({
              field: field as UsersSearch['field'],
              direction: direction === 'asc' ? 'ASC' : 'DESC',
              offset: 0,
            })
          }
          onOpen={open}
          error={
            page.error == null ? undefined : (
              <UsersFailure failure={page.error} onRetry={() => void page.refetch()} />
            )
          }
          empty={<NoUsers total={total ?? 0} onFirstPage={() => change({ offset: 0 })} />}
        />
        {isCounted && total > withoutPager && (
          <PagingBar
            paging={{ offset: params.offset, pageSize: params.pageSize }}
            criteria={JSON.stringify({ ...params, offset: 0 })}
            total={total}
            onChange={change}
          />
        )}
      </div>
    </Page>
  );
}

/** 403 says so in the place of the rows (docs/domain.md#users). */
function UsersFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const { t } = useTranslation();
  const isForbidden = failure.status === 403;
  return (
    <ErrorState
      title={t(isForbidden ? 'users.unauthorised' : 'users.failed')}
      requestId={failure.requestId}
      {...(isForbidden ? {} : { onRetry })}
    >
      {isForbidden ? t('users.unauthorised_text') : errorText(failure.message)}
    </ErrorState>
  );
}

function NoUsers({ total, onFirstPage }: { total: number; onFirstPage: () => void }) {
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
  return (
    <EmptyState title={t('users.none')}>
      {t(isDomainUser ? 'users.none_domain' : 'users.none_text')}
    </EmptyState>
  );
}
