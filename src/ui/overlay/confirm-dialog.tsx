import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import classes from './overlay.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  isOpen: boolean;
  title: string;
  /** Repeats the object and the amount. */
  children: ReactNode;
  /** A verb: "Refund 12.00 GBP". */
  confirmLabel: string;
  cancelLabel?: string;
  /** While the promise runs the button turns and nothing closes the dialog. */
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
  isDangerous?: boolean;
  /** Until a condition in the dialog is met. */
  isConfirmDisabled?: boolean;
  isStatic?: boolean;
  isOnTop?: boolean;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ isStatic = false, ...props }: Props) {
  const texts = useUiTexts();
  const [isBusy, setIsBusy] = useState(false);
  async function confirm(): Promise<void> {
    setIsBusy(true);
    try {
      await props.onConfirm();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onCancel}
      title={props.title}
      isStatic={isStatic}
      isLocked={isBusy}
      isOnTop={props.isOnTop ?? false}
      actions={
        <>
          <Button
            variant="default"
            onClick={props.onCancel}
            disabled={isBusy}
            data-autofocus={props.isDangerous}
          >
            {props.cancelLabel ?? texts.cancel}
          </Button>
          <Button
            color={props.isDangerous ? 'red' : undefined}
            onClick={confirm}
            loading={isBusy}
            disabled={props.isConfirmDisabled ?? false}
            data-autofocus={!props.isDangerous}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className={classes.text}>{props.children}</div>
    </Dialog>
  );
}
