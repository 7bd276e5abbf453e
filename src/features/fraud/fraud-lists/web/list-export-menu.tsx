import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { exportFormats, type ExportFormat } from '#shared/export-formats.ts';
import type { QueryInputOf } from '#shared/define-endpoint.ts';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exportListHistory, exportListItems } from '../endpoints.ts';
import type { FraudList } from '../list-shapes.ts';

interface Props {
  list: FraudList;
  kind: 'items' | 'history';
  /** The search of the history. */
  query?: Omit<QueryInputOf<typeof exportListHistory>, 'format' | 'timezone'>;
}

/** Downloads the values or the history of a list. A failure is shown in a dialog. */
export function ListExportMenu({ list, kind, query = {} }: Props) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const file = useMutation<void, CallFailure, ExportFormat>({
    meta: { handlesOwnErrors: true },
    mutationFn: (format) => {
      const path = { listId: list.listId, orgId: organisation.selectedParentOrgId };
      return kind === 'items'
        ? saveFile(exportListItems, { path, query: { format, timezone: zone } })
        : saveFile(exportListHistory, { path, query: { ...query, format, timezone: zone } });
    },
  });
  return (
    <>
      <DropMenu
        isWide
        target={
          <Button
            variant="default"
            loading={file.isPending}
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('fraud_lists.export')}
          </Button>
        }
      >
        {exportFormats.map((format) => (
          <DropMenuItem key={format} onChoose={() => file.mutate(format)}>
            {t('fraud_lists.export_as', { format })}
          </DropMenuItem>
        ))}
      </DropMenu>
      <ResultDialog
        isOpen={file.error !== null}
        kind="error"
        title={t('fraud_lists.export_failed')}
        requestId={file.error?.requestId}
        onClose={() => file.reset()}
      >
        <p>{errorText(file.error?.message ?? '')}</p>
      </ResultDialog>
    </>
  );
}
