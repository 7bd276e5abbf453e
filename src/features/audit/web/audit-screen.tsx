import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { defaultAudit, readAuditParams, type AuditFilter, type AuditParams } from '../audit-params.ts';
import type { AuditLine } from '../endpoints.ts';
import { auditChips } from './audit-chips.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditLineDetails } from './audit-line-details.tsx';
import { useActWords } from './use-act-words.ts';
import { useAudit } from './use-audit.ts';

const address = {
  read: readAuditParams,
  to: (params: AuditParams) => paths.audit(params),
  page: offsetPages<AuditParams>(),
  isFilterOpen: true,
};

/** /audit: who did what at the chosen organisation and below it. */
export function AuditScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { offset, pageSize, ...filter } = state.params;
  const words = useActWords();
  const times = useTimes();
  const { result, hasMore, exportUrl } = useAudit(state.params);
  const { row: line, isOpen, open, close } = useOpenRow<AuditLine>();
  const columns = useMemo(() => auditColumns(t, words, times), [t, words, times]);
  function search(next: AuditFilter): void {
    const wanted = { ...next, offset: 0, pageSize };
    if (JSON.stringify(wanted) === JSON.stringify({ ...filter, offset, pageSize })) result.refresh();
    else state.go(wanted);
  }
  return (
    <ListScreen
      title={t('screen.audit')}
      state={state}
      actions={
        <Button
          component="a"
          href={exportUrl}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('audit.export')}
        </Button>
      }
      filterPanel={state.filterPanel}
      filterForm={
        <AuditFilterForm filter={filter} onSearch={search} onClear={() => state.go(defaultAudit)} />
      }
      chips={auditChips(filter, t, words, search)}
      result={result}
      countKey={hasMore ? 'audit.count_more' : 'audit.count'}
      columns={columns}
      rowId={(one) => one.seq}
      onOpen={open}
      failureTexts={{ title: t('audit.failed') }}
      empty={
        <EmptyState
          title={t('audit.none')}
          action={
            <Button variant="default" onClick={() => state.go({ ...defaultAudit, range: 'ANY_TIME' })}>
              {t('audit.show_all')}
            </Button>
          }
        >
          {t('audit.none_text')}
        </EmptyState>
      }
    >
      <SidePanel isOpen={isOpen} onClose={close} title={line == null ? '' : words.act(line.act)}>
        {line != null && (
          <AuditLineDetails
            line={line}
            onNarrow={(part) => {
              close();
              state.go({ ...defaultAudit, range: 'ANY_TIME', pageSize, ...part });
            }}
          />
        )}
      </SidePanel>
    </ListScreen>
  );
}
