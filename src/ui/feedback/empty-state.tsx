import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './feedback.module.css';

interface Props {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  /** The next step, as a button. */
  step?: { label: string; onClick: () => void } | undefined;
}

/** An empty list or page: the reason and the next step. */
export function EmptyState(props: Props) {
  return (
    <div className={classes.state}>
      <span className={classes.stateIcon}>{props.icon ?? <IconInbox size={22} aria-hidden />}</span>
      <p className={classes.stateTitle}>{props.title}</p>
      {props.children != null && <div className={classes.stateText}>{props.children}</div>}
      {props.action}
      {props.step && (
        <Button variant="default" onClick={props.step.onClick}>
          {props.step.label}
        </Button>
      )}
    </div>
  );
}
