import { createContext, use } from 'react';
import type { MenuEntry } from './menu-rules.ts';

/** The menu of the person signed in, for screens that lead on to others. */
export const MenuContext = createContext<readonly MenuEntry[]>([]);

export function useMenu(): readonly MenuEntry[] {
  return use(MenuContext);
}
