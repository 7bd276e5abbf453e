import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasCardNumber } from '#shared/card-number.ts';
import type { Times } from '../format/use-times.ts';
import type { Destination } from '../paths.ts';
import type { Session } from '../session/session.ts';
import type { Translate } from '../translate/translator.ts';

/** The groups of the palette in their order. */
export const paletteGroups = ['page', 'recent', 'actions', 'screens', 'found', 'search'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** One line of the palette: a place to go to, or an action to run. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** Beside the label, quieter. */
  detail?: string;
  /** More words that find the entry. */
  keywords?: string;
  icon?: ReactNode;
  /** At the end of the line: a status. */
  end?: ReactNode;
  go: Destination | { href: string } | (() => void);
  /** Choosing the line types this instead, and goes nowhere. */
  completes?: string;
}

/** The context of a source. */
export interface PaletteContext {
  session: Session;
  t: Translate;
  locale: string;
  times: Times;
  queries: QueryClient;
}

/** The entries that one feature adds to the palette. */
export interface PaletteSource {
  name: string;
  /** Actions, filtered by the typed text. */
  actions?: (context: PaletteContext) => PaletteEntry[];
  /** Searches that the typed text may mean; never empty text. */
  searches?: (typed: string, context: PaletteContext) => PaletteEntry[];
  /** Whether `find` searches for this text. */
  canFind?: (typed: string, context: PaletteContext) => boolean;
  /** Objects found by a call. */
  find?: (typed: string, context: PaletteContext, signal: AbortSignal) => Promise<PaletteEntry[]>;
}

/** Shorter texts find too much. */
const minLength = 3;
const maxLength = 100;

/** How many objects of one kind the palette lists. */
export const maxNamed = 3;

/** Whether the text may be a part of a name: it contains a letter. A card number is never sent. */
export const isNameLike = (typed: string): boolean =>
  typed.length >= minLength && typed.length <= maxLength && /\p{L}/u.test(typed) && !hasCardNumber(typed);
