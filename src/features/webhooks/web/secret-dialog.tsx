import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '#ui/form/check-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './webhooks.module.css';

interface Props {
  secret: string;
  onClose: () => void;
}

/** Shows a new secret. It closes after the user has confirmed that they stored it. */
export function SecretDialog({ secret, onClose }: Props) {
  const { t } = useTranslation();
  const [isStored, setIsStored] = useState(false);
  return (
    <Dialog
      isOpen
      isStatic
      size="medium"
      onClose={onClose}
      title={t('webhooks.secret_title')}
      actions={
        <Button onClick={onClose} disabled={!isStored}>
          {t('webhooks.done')}
        </Button>
      }
    >
      <div className={classes.form}>
        <p className={classes.text}>{t('webhooks.secret_text')}</p>
        <div className={classes.secret}>
          <CopyText text={secret} />
        </div>
        <CheckField label={t('webhooks.stored')} isChecked={isStored} onChange={setIsStored} />
      </div>
    </Dialog>
  );
}
