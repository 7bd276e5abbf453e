import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ListItem } from '../../list-shapes.ts';
import classes from '../fraud-lists.module.css';
import { ExpiryDialog } from './expiry-dialog.tsx';
import type { useItemUpdates } from './use-item-updates.tsx';

interface Props {
  items: readonly ListItem[];
  updates: Pick<ReturnType<typeof useItemUpdates>, 'remove' | 'setExpiry'>;
  onClear: () => void;
}

/** The actions on the selected values of the page. */
export function BulkBar({ items, updates, onClear }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [openDialog, setOpenDialog] = useState<'remove' | 'expiry'>();
  const count = items.length;
  return (
    <div className={classes.bulk} role="region" aria-label={t('fraud_lists.selected', { count })}>
      <strong>{t('fraud_lists.selected', { count })}</strong>
      <Button variant="default" onClick={() => setOpenDialog('expiry')}>
        {t('fraud_lists.set_expiry')}
      </Button>
      <Button variant="default" color="red" onClick={() => setOpenDialog('remove')}>
        {t('fraud_lists.remove')}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {t('fraud_lists.clear_selection')}
      </Button>
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        title={t('fraud_lists.remove_title', { count })}
        confirmLabel={t('fraud_lists.remove_confirm', { count })}
        cancelLabel={texts.cancel}
        isDangerous
        onConfirm={() => {
          setOpenDialog(undefined);
          void updates.remove(items);
        }}
        onCancel={() => setOpenDialog(undefined)}
      >
        {t('fraud_lists.remove_text')}
      </ConfirmDialog>
      <ExpiryDialog
        isOpen={openDialog === 'expiry'}
        count={count}
        onClose={() => setOpenDialog(undefined)}
        onSave={(day) => {
          setOpenDialog(undefined);
          void updates.setExpiry(items, day);
        }}
      />
    </div>
  );
}
