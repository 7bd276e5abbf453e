import { IconUserSearch } from '@tabler/icons-react';
import { hasCardNumber } from '#shared/card-number.ts';
import { isEmailLike } from '#shared/patterns.ts';
import { callUntil } from '#web/call/call.ts';
import { moneyText } from '#web/format/money-column.ts';
import { isNameLike, type PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { searchCustomers } from '../endpoints.ts';

const maxListed = 5;

/** A part of a name or an email, or a telephone number. */
const mayBeCustomer = (typed: string): boolean =>
  isEmailLike(typed) ||
  isNameLike(typed) ||
  (/^\+?[0-9][0-9 ()/-]{6,18}$/.test(typed) && !hasCardNumber(typed));

/** Customers by any part of name, email, telephone or reference. */
export const customerPalette: PaletteSource = {
  name: 'customers',
  searches: (typed, { session, t }) =>
    mayBeCustomer(typed) && isAllowed(session, { to: searchCustomers })
      ? [
          {
            id: `customers ${typed}`,
            icon: <IconUserSearch size={18} aria-hidden />,
            label: t('palette.customers', { text: typed }),
            go: paths.customers({ text: typed }),
          },
        ]
      : [],
  canFind: (typed, { session }) => mayBeCustomer(typed) && isAllowed(session, { to: searchCustomers }),
  find: async (typed, { session, locale, times }, signal) => {
    const body = { orgId: session.organisation.selectedParentOrgId, text: typed };
    const { customers } = await callUntil(searchCustomers, { body }, signal);
    return customers.slice(0, maxListed).map(({ id, name, email, reference, merchantName, newest }) => ({
      id: `customer ${id}`,
      icon: <IconUserSearch size={18} aria-hidden />,
      label: name ?? email ?? '',
      detail: [name === null ? null : (email ?? reference), merchantName, newest && times.short(newest.at)]
        .filter((part) => part !== null)
        .join(' · '),
      end: newest === null ? undefined : moneyText({ ...newest, requested: newest.requestedAmount }, locale),
      go: paths.customer(id),
    }));
  },
};
