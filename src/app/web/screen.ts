import type { ComponentType } from 'react';
import type { Remembered } from '#web/session/remembered-address.ts';
import type { Check } from '#web/session/session.ts';
import { withAllTexts } from '#web/translate/translate.ts';

/** One URL of the product. */
export interface Screen {
  /**
   * The screen's name, used for the title `screen.{name}`, the menu entry `menu.{name}` and the cookie
   * previousState.
   */
  name: string;
  /** As the router writes it: '/transactionDetails/$transactionId'. */
  path: string;
  /** 'public' opens without a session and has no shell around it. */
  place: 'public' | 'shell';
  /** On any path (docs/domain.md#permissions); otherwise the person goes to /error?errorCode=403. */
  permission?: Check;
  /** Domain users choose an organisation first (docs/domain.md#domain-users). */
  isRestricted?: boolean;
  /**
   * Leaving it stores its name and parameters, for the way back from a detail
   * (docs/domain.md#screens-and-addresses).
   */
  isRemembered?: boolean;
  /** Without menu and top bar: the screen has its own way out, and its own keys. */
  isFullScreen?: boolean;
  /** The requirement of the menu entry, if it is less than that of the screen (docs/domain.md#menu). */
  menuPermission?: Check;
  /** The entry of the menu that is marked while this screen is open. */
  menuUnder?: string;
  /** Groups from the top down, [] for a top-level entry. Missing: the screen is not in the menu. */
  menu?: readonly string[];
  /** Turns the flat search texts into what the screen reads; wrong values become defaults, and the URL follows. */
  search?: (raw: Record<string, unknown>) => Record<string, unknown>;
  /** What the menu opens it with again (docs/domain.md#remembered-addresses). */
  remembered?: Remembered;
  load: () => Promise<ComponentType>;
  /** The first texts are enough for it (scripts/split-texts.ts). */
  hasFirstTexts?: boolean;
}

/** The code of a screen, with its texts. */
export const loadScreen = ({ load, hasFirstTexts = false }: Screen): Promise<ComponentType> =>
  hasFirstTexts ? load() : withAllTexts(load());
