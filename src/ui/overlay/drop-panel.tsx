import { Popover } from '@mantine/core';
import { useLayoutEffect, type ReactNode, type Ref, type RefObject } from 'react';
import { ownEscape } from './own-escape.ts';
import { useLateOpen } from './use-late-open.ts';

export interface DropPanelProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** The button below which it opens, and to which the focus returns. */
  target: RefObject<HTMLElement | null>;
  /** The edge of the button with which it is in line. */
  align: 'start' | 'end';
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * A panel below a button, which keeps the focus while it is open. The panel loads with the first opening, as part of
 * its content (`lazyMount`), so it takes the button by reference.
 */
export function DropPanel(props: DropPanelProps) {
  return (
    <Popover
      opened={useLateOpen(props.isOpen)}
      onChange={props.onChange}
      position={`bottom-${props.align}`}
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <Existing element={props.target} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={props.label} className={props.className} {...ownEscape}>
        {props.children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Gives the kit a button that is on the page already. */
function Existing({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element.current);
  }, [element, ref]);
  return null;
}
