import { useEffect } from 'react';
import { createPreference } from './create-preference.ts';

const singleKeys = createPreference('singleKeys', (stored) => stored !== false);

/** Whether keys without Ctrl or Alt are shortcuts (WCAG 2.1.4). */
export const useSingleKeys = singleKeys.use;

export const switchSingleKeys = singleKeys.set;

/** Marks the page, for parts of the design system that have no user. */
export function useSingleKeysMark(): void {
  const isOn = useSingleKeys();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-single-keys', !isOn);
  }, [isOn]);
}
