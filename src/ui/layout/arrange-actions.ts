import type { Icon } from '@tabler/icons-react';

/** Something that a user can do with the object of a page. */
export interface Action {
  id: string;
  /** Verb and object. */
  label: string;
  onChoose: () => void;
  icon?: Icon;
  /** The address that the action leads to. Its button is then a link. */
  href?: string;
  /** The action is under way. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** The action cannot be undone: last in the menu. */
  isDangerous?: boolean;
  /** In the menu, a line above it. */
  isNewGroup?: boolean;
}

export interface Actions {
  primary?: Action;
  secondary?: Action;
  /** The menu, in this order. */
  more?: readonly Action[];
}

interface Arrangement {
  buttons: { action: Action; isPrimary: boolean }[];
  menu: Action[];
}

/** The primary button is last. On a phone the secondary moves into the menu. Dangerous actions end the menu. */
export function arrangeActions({ primary, secondary, more = [] }: Actions, isPhone: boolean): Arrangement {
  const isInMenu = isPhone && primary !== undefined;
  const listed = isInMenu && secondary !== undefined ? [secondary, ...more] : more;
  const safe = listed.filter(({ isDangerous }) => isDangerous !== true);
  const [first, ...others] = listed.filter(({ isDangerous }) => isDangerous === true);
  return {
    buttons: [
      ...(secondary === undefined || isInMenu ? [] : [{ action: secondary, isPrimary: false }]),
      ...(primary === undefined ? [] : [{ action: primary, isPrimary: true }]),
    ],
    menu: [...safe, ...(first === undefined ? [] : [{ ...first, isNewGroup: true }, ...others])],
  };
}
