import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { formatDays } from '#ui/date/range/format-days.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { type AuditFilter, type AuditParams, defaultAudit, readAuditParams } from '../audit-params.ts';
import type { AuditLine } from '../schemas.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditLineDetails } from './audit-line-details.tsx';
import { useAuditLabels } from './use-audit-labels.ts';
import { useAudit } from './use-audit.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

const address = {
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
  const { offset, pageSize, ...filter } = state.params;
  const labels = useAuditLabels();
  const times = useTimes();
  const { result, hasMore, exportUrl } = useAudit(state.params);
  const { row: line, isOpen, open, close, steps } = useOpenRow(result.rows, rowId);
  const columns = useMemo(() => auditColumns(t, labels, times), [t, labels, times]);
  function search(next: AuditFilter): void {
    const params = { ...next, offset: 0, pageSize };
    if (JSON.stringify(params) === JSON.stringify({ ...filter, offset, pageSize })) result.refresh();
    else state.go(params);
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
      <SidePanel
        isOpen={isOpen}
        onClose={close}
        steps={steps}
        title={line == null ? '' : labels.act(line.act)}
      >
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

/** The columns of the audit. */
function auditColumns(
  t: Translate,
  labels: ReturnType<typeof useAuditLabels>,
  times: Times,
): GridColumn<AuditLine>[] {
  return [
    {
      id: 'at',
      header: t('audit.at'),
      width: 190,
      isNumeric: true,
      isWhole: 'text',
      text: (line) => times.short(line.at),
      card: 'time',
      cardText: (line) => times.short(line.at),
    },
    {
      id: 'act',
      header: t('audit.act_label'),
      width: 220,
      text: (line) => labels.act(line.act),
      card: 'title',
    },
    {
      id: 'outcome',
      header: t('audit.outcome'),
      isWhole: 'badge',
      card: 'status',
      text: labels.outcome,
      cell: (line) => <OutcomeBadge line={line} />,
    },
    { id: 'actor', header: t('audit.actor'), width: 180, text: labels.actor, card: 'subtitle' },
    { id: 'object', header: t('audit.object'), width: 220, text: labels.object, card: 'subtitle' },
    {
      id: 'organisation',
      header: t('audit.organisation'),
      width: 180,
      text: (line) => line.organisationName ?? '',
    },
    { id: 'reason', header: t('audit.reason'), text: labels.reason },
    { id: 'ip', header: t('audit.ip'), isNumeric: true, text: (line) => line.ip },
  ];
}

/** The active filters as chips. Removing the range shows all times. */
function auditChips(
  filter: AuditFilter,
  t: Translate,
  labels: Pick<ReturnType<typeof useAuditLabels>, 'act' | 'kind'>,
  search: (filter: AuditFilter) => void,
  now: { today: CalendarDay; locale: string },
): FilterChip[] {
  const { range, fromDay, toDay, actor, act, objectKind, objectId, outcome } = filter;
  const values = {
    actor: actor && `${t('audit.actor')}: ${actor}`,
    act: act && labels.act(act),
    objectKind: objectKind && labels.kind(objectKind),
    objectId: objectId && `${t('audit.object_id')}: ${objectId}`,
    outcome: outcome && t(`audit.${outcome}`),
  };
  const chips: FilterChip[] = Object.entries(values).flatMap(([id, label]) =>
    label == null || label === ''
      ? []
      : [{ id, label, onRemove: () => search({ ...filter, [id]: undefined }) }],
  );
  if (range === 'ANY_TIME') return chips;
  const { today, locale } = now;
  const days =
    range === 'DAYS' ? formatDays(fromDay ?? today, toDay ?? today, today, locale) : t(`ui.preset.${range}`);
  chips.push({
    id: 'range',
    label: days,
    onRemove: () => search({ ...filter, range: 'ANY_TIME', fromDay: undefined, toDay: undefined }),
  });
  return chips;
}
