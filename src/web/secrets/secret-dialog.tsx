import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './secrets.module.css';

interface Props {
  title: string;
  /** The purpose of the secret, and that it is shown once. */
  text: string;
  /** Null when the request was repeated: its first response showed the secret. */
  secret: string | null;
  /** The notice in place of a null secret. */
  missing?: { title: string; text: string };
  /** What the user ticks before closing, by default that the secret is stored. */
  confirmation?: string;
  onClose: () => void;
  /** Buttons before "Done". */
  actions?: ReactNode;
  /** Below the secret. */
  children?: ReactNode;
}

/** The only display of a new secret. It closes after the user has confirmed that they stored it. */
export function SecretDialog({ title, text, secret, missing, onClose, actions, children, ...props }: Props) {
  const { t } = useTranslation();
  const [isStored, setIsStored] = useState(false);
  if (secret === null) {
    return (
      <Dialog
        isOpen
        isStatic
        onClose={onClose}
        title={missing?.title ?? title}
        actions={<Button onClick={onClose}>{t('secrets.done')}</Button>}
      >
        <Notice kind="pending">{missing?.text}</Notice>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      isStatic
      isLocked={!isStored}
      size="medium"
      onClose={onClose}
      title={title}
      actions={
        <>
          {actions}
          <Button onClick={onClose} disabled={!isStored}>
            {t('secrets.done')}
          </Button>
        </>
      }
    >
      <div className={classes.dialog}>
        <p>{text}</p>
        <div className={classes.secret}>
          <CopyText text={secret} />
        </div>
        {children}
        <CheckField
          label={props.confirmation ?? t('secrets.stored')}
          isChecked={isStored}
          onChange={setIsStored}
        />
      </div>
    </Dialog>
  );
}
