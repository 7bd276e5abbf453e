import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { CardPlace, GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import { listedPasswordStatus } from '../account-state.ts';
import type { ListedUser } from '../scim-user.ts';
import { userColumns, type UserColumn } from '../users-search.ts';
import { lockedReasonText } from './locked-reason.ts';

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
export function buildUserColumns(t: Translate, times: Times): GridColumn<ListedUser>[] {
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
