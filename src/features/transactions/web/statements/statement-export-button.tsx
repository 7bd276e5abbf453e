import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { exportFormats, type SearchRequest } from '#features/transactions/calls.ts';
import { exportStateOf, statementExportOf } from '#features/transactions/statements/statement-export.ts';
import type { StatementParams } from '#features/transactions/statements/statement-params.ts';
import { ExportDialog } from '#features/transactions/web/export/export-dialog.tsx';
import { useTransactionExport } from '#features/transactions/web/export/use-transaction-export.ts';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  params: StatementParams;
  /** What the page in sight was asked by; undefined before there is one. */
  question: SearchRequest | undefined;
  timeZone: string;
};

/** The statement as a file, as it stands; or its filters taken along to the export screen. */
export function StatementExportButton({ params, question, timeZone }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const file = useTransactionExport();
  return (
    <>
      <DropMenu
        isWide
        target={
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('statements.export')}
          </Button>
        }
      >
        {exportFormats.map((format) => (
          <DropMenuItem
            key={format}
            isDisabled={question == null}
            onChoose={() => {
              if (question != null) file.begin(statementExportOf(params, question, timeZone, format));
            }}
          >
            {t('statements.export_as', { format })}
          </DropMenuItem>
        ))}
        <DropMenuItem
          isNewGroup
          onChoose={() => void navigate({ to: '/export', state: exportStateOf(params, timeZone) as object })}
        >
          {t('statements.export_more')}
        </DropMenuItem>
      </DropMenu>
      <ExportDialog file={file} />
    </>
  );
}
