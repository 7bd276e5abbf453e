import { IconLink } from '@tabler/icons-react';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { isEmailLike } from '#shared/patterns.ts';
import { searchSmartLinks } from '../endpoints.ts';
import type { PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';

/** Smart links by the customer's email or their reference. */
export const linkPalette: PaletteSource = {
  name: 'smart-links',
  searches: (typed, { session, t }) => {
    if (!isAllowed(session, { to: searchSmartLinks }) || hasIssuedCardNumber(typed) || typed.length > 255)
      return [];
    const isEmail = isEmailLike(typed);
    // A reference has a digit; a word is the name of a screen.
    if (!isEmail && !/\d/.test(typed)) return [];
    return [
      {
        id: `links ${typed}`,
        icon: <IconLink size={18} aria-hidden />,
        label: t(isEmail ? 'palette.links_by_email' : 'palette.links_by_reference', { value: typed }),
        go: paths.smartLinks(isEmail ? { emailAddress: typed } : { reference: typed }),
      },
    ];
  },
};
