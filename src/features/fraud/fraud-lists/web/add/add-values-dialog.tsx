import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FraudList } from '../../list-shapes.ts';
import { useListLabels } from '../use-list-labels.ts';
import { ManualForm } from './manual-form.tsx';
import { UploadForm } from './upload-form.tsx';

interface Props {
  list: FraudList;
  isOpen: boolean;
  onClose: () => void;
  /** Values were added; the dialog stays open. */
  onAdded: () => void;
}

/** Adds values by hand or from a file. It cannot be closed while it adds values. */
export function AddValuesDialog({ list, isOpen, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const [tab, setTab] = useState('manual');
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('fraud_lists.add.title', { name: labels.name(list) })}
      size="large"
      isStatic={isBusy}
    >
      {isOpen && (
        <div className="stack">
          <SegmentedControl
            fullWidth
            disabled={isBusy}
            aria-label={t('fraud_lists.add.how')}
            value={tab}
            onChange={setTab}
            data={[
              { value: 'manual', label: t('fraud_lists.add.manual') },
              { value: 'file', label: t('fraud_lists.add.file') },
            ]}
          />
          {tab === 'manual' ? (
            <ManualForm list={list} onBusy={setIsBusy} onClose={onClose} onAdded={onAdded} />
          ) : (
            <UploadForm list={list} onBusy={setIsBusy} onClose={onClose} onAdded={onAdded} />
          )}
        </div>
      )}
    </Dialog>
  );
}
