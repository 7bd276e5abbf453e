import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Detail, DetailsList } from '#ui/layout/details-list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import type { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FraudList, ListItem } from '../../list-shapes.ts';
import classes from '../fraud-lists.module.css';
import { SourceText } from '../source-text.tsx';
import { useListLabels } from '../use-list-labels.ts';
import { ExpiryDialog } from './expiry-dialog.tsx';
import { expiryLabel } from './item-columns.tsx';
import { type useItemUpdates, itemLabel } from './use-item-updates.tsx';

interface Props {
  list: FraudList;
  openItem: ReturnType<typeof useOpenRow<ListItem>>;
  /** undefined: the user may not change values. */
  updates: Pick<ReturnType<typeof useItemUpdates>, 'remove' | 'setExpiry'> | undefined;
}

/** One value, with what can be done with it: on a phone the way to change it. */
export function ItemPanel({ list, openItem, updates }: Props) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const [openDialog, setOpenDialog] = useState<'remove' | 'expiry'>();
  const { row: item, isOpen, steps, close } = openItem;
  if (item === undefined) return null;
  const label = itemLabel(item, list.dataField, labels);
  const card: Detail[] = [
    { label: t('fraud_lists.column.cardIssuerName'), value: item.cardIssuerName },
    {
      label: t('fraud_lists.column.cardBrand'),
      value: item.cardBrand && labels.value('cardBrand', item.cardBrand),
    },
    {
      label: t('fraud_lists.column.cardIssuerCountryCode'),
      value: item.cardIssuerCountryCode && labels.value('cardIssuerCountryCode', item.cardIssuerCountryCode),
    },
  ];
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={close}
      steps={steps}
      title={label}
      isCovered={openDialog !== undefined}
    >
      <div className="stack">
        <DetailsList
          details={[
            ...(item.maskedPan === null ? [] : card),
            { label: t('fraud_lists.column.source'), value: <SourceText source={item.source} /> },
            {
              label: t('fraud_lists.column.added'),
              value: <TimeText at={item.addedDate} />,
              isNumeric: true,
            },
            { label: t('fraud_lists.column.expires'), value: expiryLabel(item, t, labels), isNumeric: true },
          ]}
        />
        {updates !== undefined && (
          <div className={classes.bulk}>
            <Button variant="default" onClick={() => setOpenDialog('expiry')}>
              {t('fraud_lists.set_expiry')}
            </Button>
            <Button variant="default" color="red" onClick={() => setOpenDialog('remove')}>
              {t('fraud_lists.remove')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        isOnTop
        title={t('fraud_lists.remove_title', { count: 1 })}
        confirmLabel={t('fraud_lists.remove_confirm', { count: 1 })}
        isDangerous
        onConfirm={() => {
          setOpenDialog(undefined);
          close();
          void updates?.remove([item]);
        }}
        onCancel={() => setOpenDialog(undefined)}
      >
        {t('fraud_lists.remove_text')}
      </ConfirmDialog>
      <ExpiryDialog
        isOpen={openDialog === 'expiry'}
        count={1}
        onClose={() => setOpenDialog(undefined)}
        onSave={(day) => {
          setOpenDialog(undefined);
          close();
          void updates?.setExpiry([item], day);
        }}
      />
    </SidePanel>
  );
}
