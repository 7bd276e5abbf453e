import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconXboxX } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './feedback.module.css';
import { useUiTexts } from '../ui-texts.ts';

type Kind = 'info' | 'success' | 'pending' | 'failed';
interface Props {
  kind?: Kind;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  ref?: Ref<HTMLDivElement>;
}

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  pending: IconAlertTriangle,
  failed: IconXboxX,
};

/** A message that stays in the page, beside its subject. */
export function Notice({ kind = 'info', ref, ...props }: Props) {
  const texts = useUiTexts();
  const Icon = icons[kind];
  return (
    <div ref={ref} className={classes.notice} data-kind={kind} role={kind === 'failed' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden className={classes.noticeIcon} />
      <div className={classes.noticeText}>
        {props.title !== undefined && <p className={classes.noticeTitle}>{props.title}</p>}
        {props.children}
      </div>
      {props.action}
      {props.onClose !== undefined && (
        <CloseButton size="sm" aria-label={texts.close} onClick={props.onClose} />
      )}
    </div>
  );
}
