import { IconUser } from '@tabler/icons-react';
import { organisationFilter } from '#shared/org-path.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { callUntil } from '#web/call/call.ts';
import { isNameLike, maxNamed, type PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { searchUsers } from '../endpoints.ts';
import { searchSchema } from '../users-search.ts';

/** Users by a part of their name or email. */
export const userPalette: PaletteSource = {
  name: 'users',
  canFind: (typed, { session }) => isNameLike(typed) && isAllowed(session, { to: searchUsers }),
  find: async (typed, { session, t }, signal) => {
    const body = {
      schemas: [searchSchema],
      filter: organisationFilter(session.organisation.selectedParentOrgId),
      startIndex: 1,
      count: maxNamed,
      text: typed,
    };
    const { Resources } = await callUntil(searchUsers, { body }, signal);
    return Resources.map(({ id, firstName, lastName, userName, active, extraInfo }) => {
      const isActive = active && extraInfo.lockedReason === null;
      return {
        id: `user ${id}`,
        icon: <IconUser size={18} aria-hidden />,
        label: `${firstName} ${lastName}`,
        detail: userName,
        end: isActive ? undefined : (
          <StatusBadge
            tone={active ? 'warning' : 'neutral'}
            label={t(active ? 'users.locked' : 'users.inactive')}
          />
        ),
        go: paths.user(id),
      };
    });
  },
};
