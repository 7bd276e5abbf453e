import { IconListDetails } from '@tabler/icons-react';
import { callUntil } from '#web/call/call.ts';
import { isNameLike, maxNamed, type PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { isAtOwnDomain } from '#web/session/session.ts';
import { searchParameterLists } from '../endpoints.ts';
import { ListStatus } from './list-status.tsx';

/** Fraud lists by a part of their name. */
export const listPalette: PaletteSource = {
  name: 'lists',
  canFind: (typed, { session }) =>
    isNameLike(typed) && !isAtOwnDomain(session) && isAllowed(session, { to: searchParameterLists }),
  find: async (typed, { session, t }, signal) => {
    const input = {
      path: { orgId: session.organisation.selectedParentOrgId },
      query: { limit: maxNamed, startFrom: 1, 'listSearch.name': typed },
    };
    const { data } = await callUntil(searchParameterLists, input, signal);
    return data.map(({ listId, listType, name, dataField, dataFieldName, active }) => ({
      id: `list ${listId}`,
      icon: <IconListDetails size={18} aria-hidden />,
      label: name,
      detail: dataFieldName ?? t(`fraud_lists.field.${dataField}`, { defaultValue: dataField }),
      end: <ListStatus isActive={active} />,
      go: paths.list(listType, listId),
    }));
  },
};
