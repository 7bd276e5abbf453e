import type { FocusEvent } from 'react';

/**
 * Properties of a panel that can open from within a dialog: Escape in it closes the panel only. Dialogs see the key first, and
 * skip it on an element with this mark (useEscape).
 */
export const ownEscape = {
  // A press on a text focuses the panel, not the page behind it.
  tabIndex: -1,
  onFocusCapture: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(target)) target.setAttribute('data-mantine-stop-propagation', 'true');
  },
};
