import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exportFormats } from '#shared/export-formats.ts';
import type { Interval } from '../export-interval.ts';
import type { ExportState } from '../export-state.ts';
import { buildGridExport } from '../export-request.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useTransactionExport } from './use-transaction-export.ts';

interface Props {
  /** The request of the page on screen; undefined before there is one. */
  request: SearchRequest | undefined;
  /** The days of the file name, and the zone of its times. */
  interval: () => Interval;
  timeZone: string;
  /** Only rows paid with the card of this transaction. */
  sameCardOf?: string;
  /** The initial values of the export screen; undefined: it is not offered. */
  more?: ExportState;
}

/** Exports all pages of a grid, or passes its filters to the export screen. */
export function ExportMenu({ request, interval, timeZone, sameCardOf, more }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const file = useTransactionExport();
  return (
    <>
      <DropMenu
        isWide
        target={
          <Button
            variant={more === undefined ? 'default' : 'filled'}
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
            isDisabled={request === undefined}
            onChoose={() => {
              if (request !== undefined)
                file.begin(buildGridExport(request, interval(), timeZone, format), sameCardOf);
            }}
          >
            {t('statements.export_as', { format })}
          </DropMenuItem>
        ))}
        {more !== undefined && (
          <DropMenuItem
            isNewGroup
            onChoose={() => void navigate({ ...paths.exportTransactions(), state: more as object })}
          >
            {t('statements.export_more')}
          </DropMenuItem>
        )}
      </DropMenu>
      <ExportDialog file={file} />
    </>
  );
}
