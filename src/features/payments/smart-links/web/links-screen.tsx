import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { DownloadButton } from '#web/links/download-button.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { reportSmartLinks } from '../endpoints.ts';
import { saveFile } from '#web/call/call.ts';
import type { ListedLink } from '../schemas.ts';
import { readLinksSearch, type LinksSearch } from '../links-search.ts';
import { linkChips, LinksFilter, NoLinks } from './links-filter.tsx';
import { linkColumns } from './link-columns.tsx';
import { LinkPanel } from './link-panel.tsx';
import { useLinkActions } from './use-link-actions.tsx';
import { useLinks } from './use-links.ts';

const address = {
  name: 'links',
  read: readLinksSearch,
  to: (params: LinksSearch) => paths.smartLinks(params),
  page: offsetPages<LinksSearch>(),
  isFilterOpen: true,
};
const rowId = ({ linkId }: ListedLink): string => linkId;

/** /smartlinks: the links of the current organisation and of those below it. */
export function LinksScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { organisation } = useSignedIn();
  const times = useTimes();
  const { result, hasMore, report } = useLinks(state.params);
  const { row: link, isOpen, open, close, replace, steps } = useOpenRow(result.rows, rowId);
  const { dialog, setDialog, rowActions } = useLinkActions(open);
  const locale = browserLocale(language);
  const columns = useMemo(() => linkColumns(t, times, locale), [t, times, locale]);
  const chips = linkChips(state.params, t, times.today(), locale, state.change);
  return (
    <ListScreen
      title={t('screen.smartLinkList')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={
        <>
          <DownloadButton label={t('smart_links.csv')} save={() => saveFile(reportSmartLinks, report)} />
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
      rowActions={rowActions}
      failureTexts={{ title: t('smart_links.failed') }}
      empty={
        <NoLinks
          isFiltered={chips.length > 0}
          onClear={() => state.go({ offset: 0, pageSize: state.params.pageSize })}
        />
      }
    >
      <SidePanel
        isOpen={isOpen && link !== undefined}
        onClose={close}
        title={t('smart_links.one')}
        isCovered={dialog !== undefined}
        steps={steps}
      >
        {link !== undefined && (
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
