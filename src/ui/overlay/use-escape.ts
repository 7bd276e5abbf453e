import { useEffect, useRef } from 'react';

/** The open dialogs, panels and sheets, the topmost last. */
const layers: object[] = [];

/** Escape closes the topmost layer. `close` is undefined while nothing may close it; the layers below stay all the same. */
export function useEscape(isOpen: boolean, close: (() => void) | undefined): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = {};
    layers.push(layer);
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || layers.at(-1) !== layer) return;
      if (!closesItself(event.target)) latest.current?.();
    };
    window.addEventListener('keydown', press, true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      window.removeEventListener('keydown', press, true);
    };
  }, [isOpen]);
}

/** An open menu, list of choices or panel (`ownEscape`) takes the key for itself. */
const closesItself = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role="menu"], [data-mantine-stop-propagation="true"]') !== null;
