import { Link } from '@tanstack/react-router';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { ListedRole } from '../schemas.ts';

/** The columns of the list of roles. */
export function columnsOfRoles(t: Translate): GridColumn<ListedRole>[] {
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
