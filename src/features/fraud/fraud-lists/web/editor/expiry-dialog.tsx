import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from '../fraud-lists.module.css';
import { ExpiryField, expiryText, neverExpires } from '../expiry-field.tsx';

interface Props {
  isOpen: boolean;
  /** Values that it is for. */
  count: number;
  onClose: () => void;
  /** 'yyyy-MM-dd', or empty for never. */
  onSave: (day: string) => void;
}

export function ExpiryDialog({ isOpen, count, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [expiry, setExpiry] = useState(() => ({ ...neverExpires(), never: false }));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('fraud_lists.expiry.title', { count })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button disabled={expiry.isWrong} onClick={() => onSave(expiryText(expiry))}>
            {t('fraud_lists.set_expiry')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <ExpiryField value={expiry} onChange={setExpiry} />
        <p className={classes.summary}>{t('fraud_lists.expiry.help')}</p>
      </div>
    </Dialog>
  );
}
