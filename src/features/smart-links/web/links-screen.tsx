import { NextStep } from '#features/setup/web/next-step.tsx';
import { IconPlus, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { zonedDate, startOfDayIn } from '#shared/zoned-day.ts';
import { addDays } from '#shared/calendar-day.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useCall } from '#web/call/use-call.ts';
import { reportSmartLinks } from '../endpoints.ts';
import { saveFile } from '#web/call/call.ts';
import { searchSmartLinks } from '../endpoints.ts';
import type { ListedLink } from '../schemas.ts';
import { readLinksSearch, type LinksSearch } from '../links-search.ts';
import { linkChips, LinksFilter } from './links-filter.tsx';
import { linkColumns } from './link-columns.tsx';
import { type LinkDialog, LinkPanel } from './link-panel.tsx';

const address = {
  read: readLinksSearch,
  to: (params: LinksSearch) => paths.smartLinks(params),
  page: offsetPages<LinksSearch>(),
  isFilterOpen: true,
};
const todayIn = (zone: string): string => zonedDate(new Date(), zone);

const rowId = ({ linkId }: ListedLink): string => linkId;

/** /smartlinks: the links of the current organisation and of those below it. */
export function LinksScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { organisation } = useSignedIn();
  const times = useTimes();
  const [dialog, setDialog] = useState<LinkDialog>();
  const { result, hasMore, report } = useLinks(state.params);
  const { row: opened, isOpen, open, close, replace, steps } = useOpenRow(result.rows, rowId);
  const columns = useMemo(() => linkColumns(t, times, language), [t, times, language]);
  const chips = linkChips(state.params, t, todayIn(times.zone), language, state.change);
  // A cancelled link may leave the filtered list. Its panel stays open.
  const link = result.rows?.find(({ linkId }) => linkId === opened?.linkId) ?? opened;
  const isFiltered = chips.length > 0;
  return (
    <ListScreen
      title={t('screen.smartLinkList')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={
        <>
          <LinksReportButton {...report} />
          <LinkButton to={paths.createSmartLinks()} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('smart_links.new')}
          </LinkButton>
        </>
      }
      filterPanel={state.filterPanel}
      filterForm={
        <LinksFilter key={JSON.stringify(state.params)} search={state.params} onSearch={state.go} />
      }
      chips={chips}
      result={result}
      countKey={hasMore ? 'smart_links.count_more' : 'smart_links.count'}
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{ title: t('smart_links.failed') }}
      empty={
        <EmptyState title={t(isFiltered ? 'smart_links.none_so' : 'smart_links.none')}>
          {t(isFiltered ? 'smart_links.none_so_text' : 'smart_links.none_text')}
          <NextStep />
        </EmptyState>
      }
    >
      <SidePanel
        isOpen={isOpen && link != null}
        onClose={close}
        title={t('smart_links.one')}
        isCovered={dialog !== undefined}
        steps={steps}
      >
        {link != null && (
          <LinkPanel
            key={link.linkId}
            link={link}
            dialog={dialog}
            onDialog={setDialog}
            onChange={(changed) => {
              replace(changed);
              result.refresh();
            }}
          />
        )}
      </SidePanel>
    </ListScreen>
  );
}

/** One page of links, and the criteria of the report. */
function useLinks(search: LinksSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const path = { orgId: organisation.selectedParentOrgId };
  const criteria = buildCriteria(search, zone);
  const { offset, pageSize } = search;
  const page = useCall(
    searchSmartLinks,
    { path, query: { offset, pageSize, ...criteria } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data } = page;
  const result = {
    rows: data?.links,
    total: data?.total,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: (): void => void page.refetch(),
  };
  return { result, hasMore: data?.hasMore === true, report: { path, criteria } };
}

type Criteria = QueryOf<typeof reportSmartLinks>;

/** The criteria of list and report. Days are in the user's time zone. */
function buildCriteria(search: LinksSearch, zone: string): Criteria {
  const { offset: _offset, pageSize: _pageSize, createdFrom, createdTo, ...rest } = search;
  return {
    ...rest,
    ...(createdFrom === undefined ? {} : { createdFrom: startOfDayIn(createdFrom, zone).toISOString() }),
    ...(createdTo === undefined ? {} : { createdTo: lastMoment(createdTo, zone).toISOString() }),
  };
}

const lastMoment = (day: string, zone: string): Date =>
  new Date(startOfDayIn(addDays(day, 1), zone).getTime() - 1);

/** Downloads all links of the list. */
function LinksReportButton({ path, criteria }: { path: { orgId: number }; criteria: Criteria }) {
  const { t } = useTranslation();
  const report = useMutation({
    mutationFn: () => saveFile(reportSmartLinks, { path, query: criteria }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => report.mutate()}
      loading={report.isPending}
    >
      {t('smart_links.csv')}
    </Button>
  );
}
