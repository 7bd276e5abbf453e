import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { listedPasswordStatus } from '#features/users/account-state.ts';
import type { ListedUser } from '#features/users/scim-user.ts';
import { userColumns, type UserColumn } from '#features/users/users-search.ts';
import { lockedReasonText } from '#features/users/web/locked-reason.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Translate } from '#web/translate/translator.ts';

/** Pixels: status labels and dates are whole in every language. */
const widths: Readonly<Record<UserColumn, number>> = {
  userName: 200,
  firstName: 105,
  lastName: 110,
  active: 140,
  created: 165,
  passwordStatus: 160,
  lastLogon: 165,
  lockedReason: 135,
};

/** The columns of the users grid in their order (docs/domain.md#users). */
export function columnsOfUsers(
  t: Translate,
  dayTime: (at: string) => string,
  zoneName: string,
): GridColumn<ListedUser>[] {
  return (Object.keys(userColumns) as UserColumn[]).map((id) => ({
    id,
    header: t(`users.column.${id}`, { zone: zoneName }),
    isSortable: true,
    width: widths[id],
    minWidth: Math.min(widths[id], 150),
    ...(id === 'lockedReason' ? { isPinned: true } : {}),
    ...buildCell(id, t, dayTime),
  }));
}

function buildCell(
  id: UserColumn,
  t: Translate,
  dayTime: (at: string) => string,
): Pick<GridColumn<ListedUser>, 'text' | 'cell' | 'isNumeric'> {
  switch (id) {
    case 'userName':
      return {
        text: (user) => user.userName,
        cell: (user) => (
          <Link to={`/user/${user.id}`} tabIndex={-1}>
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
      return { isNumeric: true, text: (user) => dayTime(user.meta.created) };
    case 'lastLogon':
      return {
        isNumeric: true,
        text: ({ extraInfo }) => (extraInfo.lastLogon == null ? '' : dayTime(extraInfo.lastLogon)),
      };
    case 'passwordStatus': {
      const text = (user: ListedUser) => t(`users.password.${listedPasswordStatus(user.extraInfo)}`);
      return {
        text,
        // What is as it should be stays quiet.
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
        extraInfo.lockedReason == null
          ? t('users.unlocked')
          : `${t('users.locked')}: ${lockedReasonText(t, extraInfo.lockedReason)}`;
      return { text, cell: (user) => <AccountCell reason={user.extraInfo.lockedReason} t={t} /> };
    }
    default:
      return { text: (user) => user[id] };
  }
}

function AccountCell({ reason, t }: { reason: string | null; t: Translate }) {
  if (reason == null) return t('users.unlocked');
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
