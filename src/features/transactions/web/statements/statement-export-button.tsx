import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exportFormats, type SearchRequest } from '#features/transactions/calls.ts';
import { exportStateOf, statementExportOf } from '#features/transactions/statements/statement-export.ts';
import type { StatementParams } from '#features/transactions/statements/statement-params.ts';
import { ExportDialog } from '#features/transactions/web/export/export-dialog.tsx';
import { useTransactionExport } from '#features/transactions/web/export/use-transaction-export.ts';

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
      <Menu position="bottom-end" width={230} withinPortal={false}>
        <Menu.Target>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('statements.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {exportFormats.map((format) => (
            <Menu.Item
              key={format}
              disabled={question == null}
              onClick={() => {
                if (question != null) file.begin(statementExportOf(params, question, timeZone, format));
              }}
            >
              {t('statements.export_as', { format })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            onClick={() => void navigate({ to: '/export', state: exportStateOf(params, timeZone) as object })}
          >
            {t('statements.export_more')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportDialog file={file} />
    </>
  );
}
