import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ListedLink, searchSmartLinks } from '#features/smart-links/endpoints.ts';
import type { LinksSearch } from '#features/smart-links/links-search.ts';
import { LinksFilter } from '#features/smart-links/web/list/links-filter.tsx';
import { LinksReportButton, buildCriteria } from '#features/smart-links/web/list/links-report-button.tsx';
import { linkColumns } from '#features/smart-links/web/list/link-columns.tsx';
import { type LinkDialog, LinkPanel } from '#features/smart-links/web/list/link-panel.tsx';
import classes from '#features/smart-links/web/smart-links.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { PagingBar } from '#ui/grid/paging/paging-bar.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import list from '#ui/layout/list-screen.module.css';
import { Page } from '#ui/layout/page.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { Trans } from '#web/translate/trans.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /smartlinks: the links of the organisation chosen and of those below it. */
export function LinksScreen() {
  const { t, language } = useTranslation();
  const search = useSearch({ strict: false }) as LinksSearch;
  const { offset, pageSize } = search;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const times = useTimes();
  const [opened, setOpened] = useState<ListedLink>();
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<LinkDialog>();
  const path = { orgId: organisation.selectedParentOrgId };
  const criteria = buildCriteria(search, times.zone);
  const isNarrowed = Object.keys(criteria).length > 0;
  const page = useCall(
    searchSmartLinks,
    { path, query: { offset, pageSize, ...criteria } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const columns = useMemo(() => linkColumns(t, times, language), [t, times, language]);
  const go = (next: LinksSearch): void => {
    setIsOpen(false);
    void navigate({ to: '/smartlinks', search: next as never });
  };
  const { data, error } = page;
  const isCounted = data != null && error == null;
  // One that has just been cancelled may have left a filtered list: it is still told about.
  const link = data?.links.find(({ linkId }) => linkId === opened?.linkId) ?? opened;
  return (
    <Page
      title={t('screen.smartLinkList')}
      subtitle={organisation.selectedOrgName}
      isFilling
      actions={
        <>
          <LinksReportButton path={path} criteria={criteria} />
          <RefreshButton isBusy={page.isFetching} onRefresh={() => void page.refetch()} />
          <Button component={Link} to="/smartlinks/create" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('smart_links.new')}
          </Button>
        </>
      }
    >
      <div className={classes.bar}>
        <LinksFilter key={JSON.stringify(search)} search={search} onSearch={go} />
        <span className={`${list.count} number`} aria-live="polite">
          {isCounted && (
            <Trans
              i18nKey={data.hasMore ? 'smart_links.count_more' : 'smart_links.count'}
              count={data.total}
              values={{ number: new Intl.NumberFormat(language).format(data.total) }}
              components={{ strong: <strong /> }}
            />
          )}
        </span>
      </div>
      <div className={list.results}>
        <DataGrid
          label={t('screen.smartLinkList')}
          columns={columns}
          rows={data?.links}
          rowId={({ linkId }) => linkId}
          isLoading={page.isFetching}
          isFilling
          onOpen={(row) => {
            setOpened(row);
            setIsOpen(true);
          }}
          error={
            error == null ? undefined : (
              <ErrorState
                title={t('smart_links.failed')}
                requestId={error.requestId}
                onRetry={() => void page.refetch()}
              >
                {errorText(error.message)}
              </ErrorState>
            )
          }
          empty={
            <EmptyState title={t(isNarrowed ? 'smart_links.none_so' : 'smart_links.none')}>
              {t(isNarrowed ? 'smart_links.none_so_text' : 'smart_links.none_text')}
            </EmptyState>
          }
        />
        {isCounted && (
          <PagingBar
            paging={{ offset, pageSize }}
            criteria={JSON.stringify(criteria)}
            total={data.total}
            onChange={(paging) => go({ ...search, ...paging })}
          />
        )}
      </div>
      <SidePanel
        isOpen={isOpen && link != null}
        onClose={() => setIsOpen(false)}
        title={t('smart_links.one')}
        isCovered={dialog !== undefined}
      >
        {link != null && (
          <LinkPanel
            key={link.linkId}
            link={link}
            dialog={dialog}
            onDialog={setDialog}
            onChange={(changed) => {
              setOpened(changed);
              void page.refetch();
            }}
          />
        )}
      </SidePanel>
    </Page>
  );
}
