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
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type AuditFilter, type AuditParams, defaultAudit, readAuditParams } from '../audit-params.ts';
import type { AuditLine } from '../schemas.ts';
import { AuditFilterForm, auditChips } from './audit-filter-form.tsx';
import { AuditLineDetails, auditColumns } from './audit-line.tsx';
import { useAuditLabels } from './use-audit-labels.ts';
import { useAudit } from './use-audit.ts';

const address = {
  name: 'audit',
  read: readAuditParams,
  to: (params: AuditParams) => paths.audit(params),
  page: offsetPages<AuditParams>(),
  isFilterOpen: true,
};

const rowId = (line: AuditLine): string => line.seq;

/** /audit: the audit of the selected organisation and its descendants. */
export function AuditScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { offset: _offset, pageSize, ...filter } = state.params;
  const labels = useAuditLabels();
  const times = useTimes();
  const { result, hasMore, exportUrl } = useAudit(state.params);
  const { row: line, isOpen, open, close, steps } = useOpenRow(result.rows, rowId);
  const columns = useMemo(() => auditColumns(t, labels, times), [t, labels, times]);
  const search = (next: AuditFilter): void => state.search({ ...next, offset: 0, pageSize }, result.refresh);
  const narrow = (params: Partial<AuditParams>): void =>
    state.go({ ...defaultAudit, range: 'ANY_TIME', ...params });
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
      chips={auditChips(filter, t, labels, search, {
        today: times.today(),
        locale: browserLocale(language),
      })}
      result={result}
      countKey={hasMore ? 'audit.count_more' : 'audit.count'}
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{ title: t('audit.failed') }}
      empty={
        <EmptyState title={t('audit.none')} step={{ label: t('audit.show_all'), onClick: () => narrow({}) }}>
          {t('audit.none_text')}
        </EmptyState>
      }
    >
      <SidePanel
        isOpen={isOpen}
        onClose={close}
        steps={steps}
        title={line === undefined ? '' : labels.act(line.act)}
      >
        {line !== undefined && (
          <AuditLineDetails
            line={line}
            onNarrow={(params) => {
              close();
              narrow({ pageSize, ...params });
            }}
          />
        )}
      </SidePanel>
    </ListScreen>
  );
}
