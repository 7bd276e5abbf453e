import { useNavigate, Link } from '@tanstack/react-router';
import { IconPlus, IconLock } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { Tooltip } from '@mantine/core';
import { organisationFilter } from '#shared/org-path.ts';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { CardPlace, GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { searchUsers } from '../endpoints.ts';
import type { ListedUser } from '../scim-user.ts';
import {
  type UserColumn,
  type UsersSearch,
  readUsersSearch,
  searchSchema,
  userColumns,
  type UserStatus,
  maxSearchText,
  userStatuses,
} from '../users-search.ts';
import { listedPasswordStatus } from '../account-state.ts';
import { lockedReasonText } from './locked-reason.ts';

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
  const clear = (): void => state.change({ text: undefined, status: undefined });
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
      search={{
        label: t('users.search_text'),
        text,
        maxLength: maxSearchText,
        onSearch: (next) => state.change({ text: next }),
      }}
      fields={[
        {
          kind: 'choice',
          id: 'status',
          label: t('users.column.active'),
          value: status,
          choices: userStatuses.map((value) => ({ value, label: t(`users.${value}`) })),
          onChange: (next) => state.change({ status: next as UserStatus | undefined }),
        },
      ]}
      onClear={clear}
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
          onClear={text === undefined && status === undefined ? undefined : clear}
        />
      }
    />
  );
}

/** Pixels. Together they fit beside the menu at 1280. Longer status labels widen their column. */
const widths: Readonly<Record<UserColumn, number>> = {
  userName: 252,
  firstName: 112,
  lastName: 112,
  active: 100,
  created: 125,
  passwordStatus: 105,
  lastLogon: 125,
  lockedReason: 105,
};

/** The columns of the users grid in their order (docs/domain.md#users). */
function buildUserColumns(t: Translate, times: Times): GridColumn<ListedUser>[] {
  const name: GridColumn<ListedUser> = {
    id: 'name',
    header: '',
    text: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    card: 'title',
    isCardOnly: true,
  };
  // One status on the card: whether the user can sign in.
  const status: GridColumn<ListedUser> = {
    id: 'status',
    header: '',
    text: (user) => accountCell(user, t, times).text(user),
    cell: (user) => accountCell(user, t, times).cell?.(user),
    card: 'status',
    isCardOnly: true,
  };
  const places: Partial<Record<UserColumn, CardPlace>> = { userName: 'subtitle', lastLogon: 'time' };
  const columns = (Object.keys(userColumns) as UserColumn[]).map((id) => ({
    id,
    header: t(`users.column.${id}`),
    isSortable: true,
    width: widths[id],
    minWidth: Math.min(widths[id], 150),
    isWhole: id === 'active' || id === 'passwordStatus' ? ('badge' as const) : undefined,
    ...(id === 'userName' ? { isPinned: true, isAlwaysShown: true } : {}),
    card: places[id],
    ...buildCell(id, t, times),
  }));
  return [name, status, ...columns];
}

const accountCell = (user: ListedUser, t: Translate, times: Times) =>
  buildCell(user.extraInfo.lockedReason === null ? 'active' : 'lockedReason', t, times);

function buildCell(
  id: UserColumn,
  t: Translate,
  times: Times,
): Pick<GridColumn<ListedUser>, 'text' | 'cell' | 'isNumeric' | 'isWhole'> {
  switch (id) {
    case 'userName':
      return {
        text: (user) => user.userName,
        cell: (user) => (
          <Link {...paths.user(user.id)} tabIndex={-1}>
            {user.userName}
          </Link>
        ),
      };
    case 'active': {
      const text = (user: ListedUser) => t(user.active ? 'users.active' : 'users.inactive');
      return {
        text,
        cell: (user) => <StatusBadge tone={user.active ? 'success' : 'neutral'} label={text(user)} />,
      };
    }
    case 'created':
      return timeColumn(times, (user) => user.meta.created);
    case 'lastLogon':
      return timeColumn(times, (user) => user.extraInfo.lastLogon);
    case 'passwordStatus': {
      const text = (user: ListedUser) => t(`users.password.${listedPasswordStatus(user.extraInfo)}`);
      return {
        text,
        // Normal states are not emphasised.
        cell: (user) =>
          user.extraInfo.passwordStatus === 'SET' ? (
            text(user)
          ) : (
            <StatusBadge
              tone={listedPasswordStatus(user.extraInfo) === 'NOT_SET' ? 'pending' : 'warning'}
              label={text(user)}
            />
          ),
      };
    }
    case 'lockedReason': {
      const text = ({ extraInfo }: ListedUser) =>
        extraInfo.lockedReason === null
          ? t('users.unlocked')
          : `${t('users.locked')}: ${lockedReasonText(t, extraInfo.lockedReason)}`;
      return { text, cell: (user) => <AccountCell reason={user.extraInfo.lockedReason} t={t} /> };
    }
    default:
      return { text: (user) => user[id] };
  }
}

function AccountCell({ reason, t }: { reason: string | null; t: Translate }) {
  if (reason === null) return t('users.unlocked');
  const badge = <StatusBadge tone="failed" icon={IconLock} label={t('users.locked')} />;
  return (
    <Tooltip
      label={lockedReasonText(t, reason)}
      withArrow
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span>{badge}</span>
    </Tooltip>
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
      <EmptyState title={t('users.past_end')} step={{ label: t('users.first_page'), onClick: onFirstPage }}>
        {t('users.past_end_text')}
      </EmptyState>
    );
  }
  if (onClear !== undefined) {
    return (
      <EmptyState title={t('users.none_found')} step={{ label: t('users.clear'), onClick: onClear }}>
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
