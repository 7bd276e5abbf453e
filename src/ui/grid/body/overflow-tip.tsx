import { useCallback, useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from '#ui/grid/grid.module.css';

type Tip = { text: string; left: number; top: number };

/** Shows the whole text of a cell that is cut off, under the pointer or under the keyboard's cursor. */
export function OverflowTip(props: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [tip, setTip] = useState<Tip>();

  const showFor = useCallback((cell: Element | null | undefined, delayMs: number): void => {
    clearTimeout(timer.current);
    const next = cell == null ? undefined : buildTip(cell);
    if (next == null) setTip(undefined);
    else timer.current = setTimeout(() => setTip(next), delayMs);
  }, []);

  useEffect(() => {
    const frame = box.current?.closest('[role="grid"]');
    const onKey = () =>
      requestAnimationFrame(() => showFor(box.current?.querySelector('[data-cursor]'), 300));
    const hide = () => showFor(undefined, 0);
    frame?.addEventListener('keyup', onKey);
    frame?.addEventListener('scroll', hide);
    frame?.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer.current);
      frame?.removeEventListener('keyup', onKey);
      frame?.removeEventListener('scroll', hide);
      frame?.removeEventListener('blur', hide);
    };
  }, [showFor]);

  return (
    <div
      ref={box}
      role="presentation"
      onPointerOver={(event: PointerEvent) => {
        if (event.target instanceof Element) showFor(event.target.closest('[role="gridcell"]'), 250);
      }}
      onPointerLeave={() => showFor(undefined, 0)}
    >
      {props.children}
      {tip != null &&
        createPortal(
          <div className={classes.tip} role="tooltip" style={{ left: tip.left, top: tip.top }}>
            {tip.text}
          </div>,
          document.body,
        )}
    </div>
  );
}

function buildTip(cell: Element): Tip | undefined {
  const inner = cell.firstElementChild;
  const text = cell.getAttribute('data-text');
  if (inner == null || text == null || text === '' || inner.scrollWidth <= inner.clientWidth)
    return undefined;
  const place = cell.getBoundingClientRect();
  const isLow = place.bottom > window.innerHeight - 80;
  return {
    text,
    left: Math.max(12, Math.min(place.left, window.innerWidth - 440)),
    top: isLow ? place.top - 44 : place.bottom + 4,
  };
}
