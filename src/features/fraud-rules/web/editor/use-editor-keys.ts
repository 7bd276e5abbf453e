import { useEffect, useRef } from 'react';

/** Ctrl+Enter saves, also from within a field; not over an open dialog. */
export function useEditorKeys(keys: { onSave: () => void }): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      latest.current.onSave();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
