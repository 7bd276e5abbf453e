import { useMantineColorScheme } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paletteSources } from '#app/web/shell/palette/palette-sources.ts';
import { recentEntries, screenActions, screenEntries } from '#app/web/shell/palette/screen-entries.tsx';
import { shellActions } from '#app/web/shell/palette/shell-actions.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { pageActions } from '#web/palette/page-actions.ts';
import {
  paletteGroups,
  type PaletteContext,
  type PaletteEntry,
  type PaletteGroup,
} from '#web/palette/palette-source.ts';
import type { MenuEntry } from '#web/session/menu-rules.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Typing pauses this long before a call is made. */
const findDelayMs = 200;

export interface PaletteSection {
  group: PaletteGroup;
  entries: readonly PaletteEntry[];
}

/** What the palette lists for the typed text, by group. */
export function usePaletteEntries(typed: string, menu: readonly MenuEntry[], openKeys: () => void) {
  const { t, language } = useTranslation();
  const session = useSignedIn();
  const times = useTimes();
  const queries = useQueryClient();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const context = useMemo<PaletteContext>(
    () => ({ session, t, times, queries, locale: browserLocale(language) }),
    [session, t, times, queries, language],
  );
  const found = useFound(typed, context);
  const fixed: Record<'page' | 'recent' | 'actions' | 'screens', readonly PaletteEntry[]> = {
    page: pageActions(),
    recent: recentEntries(),
    actions: [
      ...screenActions(context),
      ...paletteSources.flatMap((source) => source.actions?.(context) ?? []),
      // Seldom used: found by their names only.
      ...(typed === '' ? [] : shellActions(context, setColorScheme, openKeys)),
    ],
    screens: screenEntries(menu, context),
  };
  const byGroup: Record<PaletteGroup, readonly PaletteEntry[]> = {
    page: matching(fixed.page, typed),
    recent: matching(fixed.recent, typed),
    actions: matching(fixed.actions, typed),
    screens: matching(fixed.screens, typed),
    found: found.entries,
    search: typed === '' ? [] : paletteSources.flatMap((source) => source.searches?.(typed, context) ?? []),
  };
  const sections: PaletteSection[] = paletteGroups
    .map((group) => ({ group, entries: byGroup[group] }))
    .filter(({ entries }) => entries.length > 0);
  return { sections, isFinding: found.isFinding };
}

/** Every typed word is in the entry's words. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.toLocaleLowerCase().split(/\s+/);
  return entries.filter(({ label, detail = '', keywords = '' }) => {
    const text = `${detail} ${label} ${keywords}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function useFound(typed: string, context: PaletteContext) {
  const { organisation } = context.session;
  const asked = paletteSources.filter(({ canFind }) => typed !== '' && canFind?.(typed, context) === true);
  const results = useQueries({
    queries: asked.map((source) => ({
      queryKey: ['palette', source.name, typed, organisation.selectedParentOrgId, context.times.zone],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        await pause(signal);
        return (await source.find?.(typed, context, signal)) ?? [];
      },
      // A search that fails finds nothing: the searches below still lead to its screen.
      meta: { isHandledHere: true },
      retry: false,
      staleTime: 30_000,
    })),
  });
  return {
    entries: results.flatMap(({ data }) => data ?? []),
    isFinding: results.some(({ isPending }) => isPending),
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, findDelayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The text has changed.', 'AbortError'));
    });
  });
}
