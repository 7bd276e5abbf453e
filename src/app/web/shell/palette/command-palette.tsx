import { lazy, Suspense, useEffect, useState } from 'react';
import type { MenuEntry } from '#web/session/menu-rules.ts';

const PaletteSpotlight = lazy(async () => {
  const { PaletteSpotlight } = await import('#app/web/shell/palette/palette-spotlight.tsx');
  return { default: PaletteSpotlight };
});

type Props = { isOpen: boolean; onClose: () => void; entries: readonly MenuEntry[] };

/** Ctrl-K. Its code comes with the first opening, or when the page has nothing else to do. */
export function CommandPalette(props: Props) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsWanted(true), 3000);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted && !props.isOpen) return null;
  return (
    <Suspense>
      <PaletteSpotlight {...props} />
    </Suspense>
  );
}
