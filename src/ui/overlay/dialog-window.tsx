import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './overlay.module.css';
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
  /** Neither Escape nor a press outside closes it, and it has no cross: only its buttons do. */
  isStatic?: boolean;
  /** Over dialogs that are open already, in any order of the document. */
  isOnTop?: boolean;
  /** On top, and nothing of the page nor of other dialogs shows behind it. */
  isCovering?: boolean;
}

const widths = { small: 420, medium: 560, large: 860 };

/** A dialog over the page; on a phone, a sheet from the bottom. Focus returns to where it was. */
export function DialogWindow({
  size = 'small',
  isStatic = false,
  isOnTop = false,
  isCovering = false,
  ...props
}: DialogProps) {
  const texts = useUiTexts();
  const isOpen = useLateOpen(props.isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      title={props.title}
      size={widths[size]}
      centered
      zIndex={isCovering ? 320 : isOnTop ? 300 : 200}
      classNames={isCovering ? { overlay: classes.cover ?? '' } : {}}
      closeOnClickOutside={!isStatic}
      closeOnEscape={!isStatic}
      withCloseButton={!isStatic}
      closeButtonProps={{ 'aria-label': texts.close }}
      // The kit's title bar is a <header>, which outside <main> would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {props.children}
      {props.actions != null && <div className={classes.actions}>{props.actions}</div>}
    </Modal>
  );
}
