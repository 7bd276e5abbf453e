import { useEffect, useRef } from 'react';
import { hasOpenOverlay } from '#ui/overlay/open-overlays.ts';

interface Keys {
  onPalette: () => void;
  onKeys: () => void;
}

/** Ctrl-K opens the palette, `/` goes to the screen's search, `?` shows the keys. */
export function useShellKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') != null;
      // Not by a look at the page: a dialog that is fading out would swallow the key.
      const isInDialog = hasOpenOverlay();
      const isOff = document.documentElement.hasAttribute('data-no-single-keys');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!isInDialog) latest.current.onPalette();
      } else if (isOff || isTyping || isInDialog || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      } else if (event.key === '/') {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>('#main [data-search]');
        if (search == null) latest.current.onPalette();
        else search.focus();
      } else if (event.key === '?') {
        event.preventDefault();
        latest.current.onKeys();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
