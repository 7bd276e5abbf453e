import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RequestId } from '../feedback/request-id.tsx';
import { Dialog } from './dialog.tsx';
import classes from './overlay.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  isOpen: boolean;
  kind: 'success' | 'processing' | 'error';
  title: string;
  children?: ReactNode;
  requestId?: string;
  closeLabel?: string;
  onClose: () => void;
  /** A second way on, before the closing button. */
  action?: ReactNode;
  isOnTop?: boolean;
  /** Escape does not close it. */
  isLocked?: boolean;
}

const icons = { success: IconCircleCheck, processing: IconClock, error: IconAlertTriangle };

/** How something ended. Its backdrop is static: the result must be read, not clicked away. */
export function ResultDialog(props: Props) {
  const texts = useUiTexts();
  const Icon = icons[props.kind];
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      isStatic
      isOnTop={props.isOnTop ?? false}
      isLocked={props.isLocked ?? false}
      actions={
        <>
          {props.action}
          <Button onClick={props.onClose} data-autofocus>
            {props.closeLabel ?? texts.close}
          </Button>
        </>
      }
    >
      <div className={classes.result}>
        <span className={classes.resultIcon} data-kind={props.kind}>
          <Icon size={22} aria-hidden />
        </span>
        <div className={classes.text} role={props.kind === 'error' ? 'alert' : 'status'}>
          {props.children}
          <RequestId id={props.requestId} />
        </div>
      </div>
    </Dialog>
  );
}
