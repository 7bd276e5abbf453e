import { Button } from '@mantine/core';
import { BulkBar } from '#features/payments/bulk/web/bulk-bar.tsx';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { buildGridExport } from '#features/reports/exports/export-request.ts';
import { ExportDialog } from '#features/reports/exports/web/export-dialog.tsx';
import { useTransactionExport } from '#features/reports/exports/web/use-transaction-export.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { requestForSelection } from '../search-request.ts';

const actions = ['REFUND', 'CAPTURE', 'CANCEL', 'RESEND_EVENTS'] as const;

interface Props {
  ids: readonly string[];
  /** Of the page on screen: columns and order of the file. */
  request: SearchRequest | undefined;
  onClear: () => void;
}

/** What can be done with the selected transactions. */
export function SelectionBar({ ids, request, onClear }: Props) {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const file = useTransactionExport();
  return (
    <BulkBar ids={ids} actions={actions} onClear={onClear}>
      <Button
        variant="default"
        disabled={request === undefined}
        onClick={() => {
          if (request === undefined) return;
          const now = new Date();
          file.begin(buildGridExport(requestForSelection(request, ids), { from: now, to: now }, zone, 'CSV'));
        }}
      >
        {t('bulk.export')}
      </Button>
      <ExportDialog file={file} />
    </BulkBar>
  );
}
