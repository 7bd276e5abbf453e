import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './feedback.module.css';
import { RequestId } from './request-id.tsx';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  title: string;
  /** The unaffected data, and the next step. */
  children?: ReactNode;
  requestId?: string;
  onRetry?: () => void;
  action?: ReactNode;
}

/** Something went wrong: what happened, what next, and the id that support will ask for. */
export function ErrorState(props: Props) {
  const texts = useUiTexts();
  return (
    <div className={classes.state} role="alert">
      <span className={classes.stateIcon} data-kind="failed">
        <IconAlertTriangle size={22} aria-hidden />
      </span>
      <p className={classes.stateTitle}>{props.title}</p>
      {props.children != null && <div className={classes.stateText}>{props.children}</div>}
      <RequestId id={props.requestId} />
      {props.onRetry !== undefined && (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={props.onRetry}>
          {texts.retry}
        </Button>
      )}
      {props.action}
    </div>
  );
}
