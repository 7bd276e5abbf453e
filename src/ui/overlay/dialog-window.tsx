import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type DialogGuards, DialogGuardsContext } from './dialog-guards.ts';
import classes from './overlay.module.css';
import { useEscape } from './use-escape.ts';
import { useLateOpen } from './use-late-open.ts';
import { useUiTexts } from '../ui-texts.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the bottom; the primary one last. */
  actions?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** A press outside does not close it, and it has no cross: its buttons and Escape do. */
  isStatic?: boolean;
  /** Escape neither: only its buttons close it. */
  isLocked?: boolean;
  /** Over dialogs that are open already, in any order of the document. */
  isOnTop?: boolean;
  /** On top, and nothing of the page nor of other dialogs shows behind it. */
  isCovering?: boolean;
}

const widths = { small: 420, medium: 560, large: 860 };

/** A dialog over the page; on a phone, a sheet from the bottom. Focus returns to where it was. */
export function DialogWindow({
  size = 'small',
  isStatic: hasStaticBackdrop = false,
  isLocked = false,
  isOnTop = false,
  isCovering = false,
  ...props
}: DialogProps) {
  const texts = useUiTexts();
  const isOpen = useLateOpen(props.isOpen);
  const [guards] = useState<DialogGuards>(() => ({ questions: new Set(), locks: new Set() }));
  const isStatic = hasStaticBackdrop || isLocked;
  async function close(): Promise<void> {
    if (guards.locks.size > 0) return;
    for (const mayClose of guards.questions) if (!(await mayClose())) return;
    props.onClose();
  }
  useEscape(props.isOpen, isLocked ? undefined : () => void close());
  return (
    <Modal
      opened={isOpen}
      onClose={() => void close()}
      title={props.title}
      size={widths[size]}
      centered
      zIndex={isCovering ? 320 : isOnTop ? 300 : 200}
      classNames={isCovering ? { overlay: classes.cover ?? '' } : {}}
      closeOnClickOutside={!isStatic}
      // Only the topmost layer: useEscape.
      closeOnEscape={false}
      withCloseButton={!isStatic}
      closeButtonProps={{ 'aria-label': texts.close }}
      // The kit's title bar is a <header>, which outside <main> would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <DialogGuardsContext value={guards}>{props.children}</DialogGuardsContext>
      {props.actions != null && <div className={classes.actions}>{props.actions}</div>}
    </Modal>
  );
}
