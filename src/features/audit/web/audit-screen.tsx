import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { defaultAudit, type AuditParams } from '#features/audit/audit-params.ts';
import type { AuditLine } from '#features/audit/endpoints.ts';
import { auditColumns } from '#features/audit/web/audit-columns.tsx';
import { AuditFilterForm } from '#features/audit/web/audit-filter-form.tsx';
import { AuditLineDetails } from '#features/audit/web/audit-line-details.tsx';
import { useActWords } from '#features/audit/web/use-act-words.ts';
import { useAudit } from '#features/audit/web/use-audit.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { DensitySwitch } from '#ui/grid/density-switch.tsx';
import type { GridDensity } from '#ui/grid/grid-column.ts';
import { PagingBar } from '#ui/grid/paging/paging-bar.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import list from '#ui/layout/list-screen.module.css';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { Trans } from '#web/translate/trans.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const panelId = 'audit-filter';

/** /audit: who did what at the chosen organisation and below it. */
export function AuditScreen() {
  const { t, language } = useTranslation();
  const params = useSearch({ strict: false }) as AuditParams;
  const navigate = useNavigate();
  const words = useActWords();
  const times = useTimes();
  const { page, exportUrl } = useAudit(params);
  // On a phone the filter would hide what it filters.
  const [isOpen, setIsOpen] = useState(() => window.matchMedia('(min-width: 700px)').matches);
  const [density, setDensity] = useState<GridDensity>('mid');
  const [line, setLine] = useState<AuditLine>();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const columns = useMemo(() => auditColumns(t, words, times), [t, words, times]);

  const { offset, pageSize, ...filter } = params;
  const go = (search: Record<string, unknown>): void => void navigate({ to: '/audit', search });
  const { data, error } = page;
  const isCounted = data != null && error == null;
  const number = new Intl.NumberFormat(language).format(data?.total ?? 0);
  function search(filterInput: typeof filter): void {
    if (JSON.stringify({ ...filterInput, offset: 0 }) === JSON.stringify({ ...filter, offset }))
      void page.refetch();
    else go({ ...filterInput, offset: 0, pageSize });
  }
  return (
    <Page
      title={t('screen.audit')}
      isFilling
      actions={
        <>
          <RefreshButton isBusy={page.isFetching} onRefresh={() => void page.refetch()} />
          <Button
            component="a"
            href={exportUrl}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('audit.export')}
          </Button>
        </>
      }
    >
      <div className={list.top}>
        <Panel id={panelId} label={t('audit.filter')} isOpen={isOpen}>
          <AuditFilterForm filter={filter} onSearch={search} onClear={() => go({ ...defaultAudit })} />
        </Panel>
        <div className={list.bar}>
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('audit.filter')}
          </Button>
          <span className={`${list.count} number`} aria-live="polite">
            {isCounted && (
              <Trans
                i18nKey={data.hasMore ? 'audit.count_more' : 'audit.count'}
                count={data.total}
                values={{ number }}
                components={{ strong: <strong /> }}
              />
            )}
          </span>
          <span className={list.end}>
            <DensitySwitch density={density} onChange={setDensity} />
          </span>
        </div>
      </div>
      <div className={list.results}>
        <DataGrid
          label={t('screen.audit')}
          columns={columns}
          rows={data?.lines}
          rowId={(one) => one.seq}
          isLoading={page.isFetching}
          isFilling
          density={density}
          onOpen={(one) => {
            setLine(one);
            setIsPanelOpen(true);
          }}
          error={
            error == null ? undefined : (
              <ErrorState
                title={t('audit.failed')}
                requestId={error.requestId}
                onRetry={() => void page.refetch()}
              >
                {errorText(error.message)}
              </ErrorState>
            )
          }
          empty={
            <EmptyState
              title={t('audit.none')}
              action={
                <Button variant="default" onClick={() => go({ ...defaultAudit, range: 'ANY_TIME' })}>
                  {t('audit.show_all')}
                </Button>
              }
            >
              {t('audit.none_text')}
            </EmptyState>
          }
        />
        <div className={isCounted ? undefined : list.unknown}>
          <PagingBar
            paging={{ offset, pageSize }}
            criteria={JSON.stringify(filter)}
            total={data?.total ?? 0}
            onChange={(paging) => go({ ...params, ...paging })}
          />
        </div>
      </div>
      <SidePanel
        isOpen={isPanelOpen}
        onClose={() => setIsPanelOpen(false)}
        title={line == null ? '' : words.act(line.act)}
      >
        {line != null && (
          <AuditLineDetails
            line={line}
            onNarrow={(part) => {
              setIsPanelOpen(false);
              go({ ...defaultAudit, range: 'ANY_TIME', pageSize, ...part });
            }}
          />
        )}
      </SidePanel>
    </Page>
  );
}
