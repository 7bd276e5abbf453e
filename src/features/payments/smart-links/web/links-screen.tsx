import { IconPlus, IconCheck, IconCopy, IconMail, IconQrcode } from '@tabler/icons-react';
import { Suspense, lazy, useMemo, useState } from 'react';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { DownloadButton } from '#web/links/download-button.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useSelection } from '#web/list-screen/use-selection.ts';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxBulkItems } from '#features/payments/bulk/bulk-work.ts';
import { reportSmartLinks, searchSmartLinks } from '../endpoints.ts';
import { saveFile } from '#web/call/call.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { useCopy } from '#ui/layout/copy-text.tsx';
import { NextStep } from '#web/links/next-step.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type CalendarDay, addDays, dayPresets } from '#shared/calendar-day.ts';
import { type LinkState, linkStates } from '#shared/payments/link-status.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { ListedLink } from '../schemas.ts';
import { readLinksSearch, type LinksSearch, isSearchAmount, linkCriteria } from '../links-search.ts';
import { linkColumns } from './link-columns.tsx';
import { LinkPanel, type LinkDialog } from './link-panel.tsx';

const address = {
  name: 'links',
  read: readLinksSearch,
  to: (params: LinksSearch) => paths.smartLinks(params),
  page: offsetPages<LinksSearch>(),
};
// Loaded with the first selected row.
const BulkBar = lazy(async () => ({
  default: (await import('#features/payments/bulk/web/bulk-bar.tsx')).BulkBar,
}));
const bulkActions = ['SEND_LINKS', 'CANCEL_LINKS'] as const;
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
  const columns = useMemo(() => linkColumns(t, times, browserLocale(language)), [t, times, language]);
  const selection = useSelection(result.rows, { rowId, criteria: state.criteria, max: maxBulkItems });
  const clear = (): void => state.go({ offset: 0, pageSize: state.params.pageSize });
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
      search={{
        label: t('smart_links.search_field.reference'),
        text: state.params.reference,
        maxLength: 255,
        onSearch: (reference) => state.change({ reference }),
      }}
      fields={useLinkFields(state.params, state.change)}
      onClear={clear}
      result={result}
      countKey={hasMore ? 'smart_links.count_more' : 'smart_links.count'}
      columns={columns}
      rowId={rowId}
      onOpen={open}
      isSelectable={isActive}
      selected={selection.selected}
      onSelect={selection.select}
      selection={
        selection.ids.length > 0 && (
          <Suspense>
            <BulkBar ids={selection.ids} actions={bulkActions} onClear={selection.clear} />
          </Suspense>
        )
      }
      rowActions={rowActions}
      failureTexts={{ title: t('smart_links.failed') }}
      empty={
        <NoLinks
          isFiltered={linkCriteria.some((criterion) => state.params[criterion] !== undefined)}
          onClear={clear}
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
            onClose={close}
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
  const { response, ...result } = useListResult(
    searchSmartLinks,
    { path, query: { offset, pageSize, ...criteria } },
    ({ links, total }) => ({ rows: links, total }),
  );
  return { result, hasMore: response?.hasMore === true, report: { path, query: criteria } };
}

type Criteria = QueryOf<typeof reportSmartLinks>;

/** The criteria of list and report. Days are in the user's time zone. */
function buildCriteria(search: LinksSearch, zone: string): Criteria {
  const { offset: _offset, pageSize: _pageSize, createdFrom, createdTo, expiresTo, ...rest } = search;
  return {
    ...rest,
    createdFrom: createdFrom === undefined ? undefined : startOfDayIn(createdFrom, zone).toISOString(),
    createdTo: createdTo === undefined ? undefined : endOfDayIn(createdTo, zone).toISOString(),
    expiresTo: expiresTo === undefined ? undefined : startOfDayIn(addDays(expiresTo, 1), zone).toISOString(),
  };
}

const isActive = ({ status }: ListedLink): boolean => status === 'ACTIVATED';

/** The open dialog, and the actions under the pointer or the cursor of a link that can be paid: copy, code, send. */
function useLinkActions(onOpen: (link: ListedLink) => void) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<LinkDialog>();
  const { isCopied, copy } = useCopy();
  const rowActions = useMemo(() => {
    const show = (id: LinkDialog) => (link: ListedLink) => {
      onOpen(link);
      setDialog(id);
    };
    const action = (
      id: string,
      label: string,
      icon: GridAction<ListedLink>['icon'],
      onClick: (link: ListedLink) => void,
    ) => ({ id, label, icon, onClick, isFor: isActive });
    return [
      action(
        'copy',
        t(isCopied ? 'ui.copied' : 'smart_links.copy_one'),
        isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />,
        ({ link }) => void copy(link),
      ),
      action('qr', t('smart_links.qr'), <IconQrcode size={16} aria-hidden />, show('qr')),
      action('send', t('smart_links.send'), <IconMail size={16} aria-hidden />, show('send')),
    ];
  }, [t, isCopied, copy, onOpen]);
  return { dialog, setDialog, rowActions };
}

const earliestDay: CalendarDay = '2000-01-01';
/** Further than any link can be paid. */
const maxExpiryDays = 5 * 366;

/** What links are filtered by, besides the reference. */
function useLinkFields(search: LinksSearch, change: (part: Partial<LinksSearch>) => void): ListField[] {
  const { t } = useTranslation();
  const today = useTimes().today();
  const { createdFrom, createdTo, expiresTo } = search;
  const text = (id: 'emailAddress' | 'amount'): ListField => ({
    kind: 'text',
    id,
    label: t(`smart_links.search_field.${id}`),
    value: search[id],
    maxLength: 255,
    inputMode: id === 'amount' ? 'decimal' : 'email',
    read: (typed) => readCriterion(id, typed) ?? { error: t(`smart_links.search_wrong.${id}`) },
    onChange: (value) => change({ [id]: value }),
  });
  return [
    {
      kind: 'choice',
      id: 'state',
      label: t('smart_links.column.status'),
      value: search.state,
      choices: linkStates.map((value) => ({ value, label: t(`smart_links.state.${value}`) })),
      onChange: (state) => change({ state: state as LinkState | undefined, status: undefined }),
    },
    ...oldStatus(search, t, change),
    ...oneBatch(search, t, change),
    text('emailAddress'),
    text('amount'),
    {
      kind: 'days',
      id: 'created',
      label: t('list.created_days'),
      value: createdFrom && createdTo ? { from: createdFrom, to: createdTo } : undefined,
      min: earliestDay,
      today,
      presets: dayPresets,
      onChange: (days) => change({ createdFrom: days?.from, createdTo: days?.to }),
    },
    {
      kind: 'day',
      id: 'expires',
      label: t('smart_links.expires_until'),
      value: expiresTo,
      min: earliestDay,
      max: addDays(today, maxExpiryDays),
      today,
      onChange: (day) => change({ expiresTo: day }),
    },
  ];
}

/** The status of addresses of before, which the state has replaced: shown only while it is set. */
function oldStatus(
  { status }: LinksSearch,
  t: Translate,
  change: (part: Partial<LinksSearch>) => void,
): ListField[] {
  if (status === undefined) return [];
  return [
    {
      kind: 'choice',
      id: 'status',
      label: t('smart_links.column.status'),
      value: status,
      choices: [{ value: status, label: t(`smart_links.status.${status}`) }],
      onChange: () => change({ status: undefined }),
    },
  ];
}

/** The file or batch whose links are listed: set by the link of one of them, so shown only while it is set. */
function oneBatch(
  { batchId }: LinksSearch,
  t: Translate,
  change: (part: Partial<LinksSearch>) => void,
): ListField[] {
  if (batchId === undefined) return [];
  return [
    {
      kind: 'choice',
      id: 'batch',
      label: t('smart_links.column.batch'),
      value: batchId,
      choices: [{ value: batchId, label: batchId.slice(0, 8) }],
      onChange: () => change({ batchId: undefined }),
    },
  ];
}

/** The value to search for; undefined when the text is invalid. */
function readCriterion(field: 'emailAddress' | 'amount', typed: string): { value: string } | undefined {
  const value = typed.trim();
  if (value === '') return { value };
  if (field === 'emailAddress') return value.length >= 3 ? { value } : undefined;
  // Many languages write '12,50'. '1,250' is ambiguous and rejected.
  const amount = value.replace(/,(?=\d{1,2}$)/, '.');
  return isSearchAmount(amount) ? { value: amount } : undefined;
}

/** For a list without links: none match, or none exist. */
function NoLinks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return isFiltered ? (
    <EmptyState title={t('smart_links.none_so')} step={{ label: t('smart_links.clear'), onClick: onClear }}>
      {t('smart_links.none_so_text')}
    </EmptyState>
  ) : (
    <EmptyState title={t('smart_links.none')}>
      {t('smart_links.none_text')}
      <NextStep />
    </EmptyState>
  );
}
