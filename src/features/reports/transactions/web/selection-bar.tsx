import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ExportFormat, exportFormats } from '#shared/export-formats.ts';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
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
      <DropMenu
        isWide
        target={
          <Button
            variant="default"
            disabled={request === undefined}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('bulk.export')}
          </Button>
        }
      >
        {exportFormats.map((format) => (
          <DropMenuItem
            key={format}
            onChoose={() => {
              if (request !== undefined) file.begin(exportOf(request, ids, zone, format));
            }}
          >
            {t('bulk.export_as', { format })}
          </DropMenuItem>
        ))}
      </DropMenu>
      <ExportDialog file={file} />
    </BulkBar>
  );
}

/** The selected rows as a file, named with today. */
function exportOf(request: SearchRequest, ids: readonly string[], zone: string, format: ExportFormat) {
  const now = companyNow();
  return buildGridExport(requestForSelection(request, ids), { from: now, to: now }, zone, format);
}
