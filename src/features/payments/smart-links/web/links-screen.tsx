import { IconPlus, IconCheck, IconCopy, IconMail, IconQrcode, IconSearch } from '@tabler/icons-react';
import { Suspense, lazy, useMemo, useState, type FormEvent } from 'react';
import { Button } from '@mantine/core';
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
import { type CalendarDay, type DayRange, addDays } from '#shared/calendar-day.ts';
import { type LinkState, linkStates } from '#shared/payments/link-status.ts';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { formatDays } from '#ui/date/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { ListedLink } from '../schemas.ts';
import { readLinksSearch, type LinksSearch, isSearchAmount, linkCriteria } from '../links-search.ts';
import { linkColumns } from './link-columns.tsx';
import { LinkPanel, type LinkDialog } from './link-panel.tsx';
import classes from './smart-links.module.css';

const address = {
  name: 'links',
  read: readLinksSearch,
  to: (params: LinksSearch) => paths.smartLinks(params),
  page: offsetPages<LinksSearch>(),
  isFilterOpen: true,
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
  const locale = browserLocale(language);
  const columns = useMemo(() => linkColumns(t, times, locale), [t, times, locale]);
  const selection = useSelection(result.rows, { rowId, criteria: state.criteria, max: maxBulkItems });
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

const fields = ['reference', 'emailAddress', 'amount'] as const;
type Field = (typeof fields)[number];
const earliestDay: CalendarDay = '2000-01-01';

interface LinksFilterProps {
  search: LinksSearch;
  onSearch: (search: LinksSearch) => void;
}

/** Status, one value and days of creation. Only a change of status searches at once. */
function LinksFilter({ search, onSearch }: LinksFilterProps) {
  const { t } = useTranslation();
  const today = useTimes().today();
  const [field, setField] = useState<Field>(
    () => fields.find((candidate) => search[candidate]) ?? 'reference',
  );
  const [value, setValue] = useState(() => search[field] ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const { createdFrom, createdTo } = search;
  const [days, setDays] = useState<DayRange | undefined>(
    createdFrom === undefined || createdTo === undefined ? undefined : { from: createdFrom, to: createdTo },
  );
  const { pageSize } = search;
  const isFiltered = linkCriteria.some((criterion) => search[criterion] !== undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = parseCriterion(field, value);
    setIsWrong(text === undefined);
    if (text === undefined) return;
    onSearch({
      offset: 0,
      pageSize,
      status: search.status,
      state: search.state,
      ...(text === '' ? {} : { [field]: text }),
      ...(days === undefined ? {} : { createdFrom: days.from, createdTo: days.to }),
    });
  }
  return (
    <form className={classes.filter} onSubmit={submit} noValidate>
      <StateSelect search={search} onSearch={onSearch} />
      <SelectField
        label={t('smart_links.search_by')}
        choices={fields.map((choice) => ({ value: choice, label: t(`smart_links.search_field.${choice}`) }))}
        value={field}
        onChange={(value) => {
          setField((value ?? field) as Field);
          setValue('');
          setIsWrong(false);
        }}
      />
      <TextField
        data-search
        label={t(`smart_links.search_field.${field}`)}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={isWrong ? t(`smart_links.search_wrong.${field}`) : undefined}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <RangePicker
        label={t('list.created_days')}
        value={days}
        min={earliestDay}
        today={today}
        hasAnyTime
        onChange={setDays}
      />
      <div className={classes.filterEnd}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('smart_links.search')}
        </Button>
        {isFiltered && (
          <Button variant="default" onClick={() => onSearch({ offset: 0, pageSize })}>
            {t('smart_links.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The text to search for; undefined when it is invalid. */
function parseCriterion(field: Field, value: string): string | undefined {
  const text = value.trim();
  if (text === '' || field === 'reference') return text;
  if (field === 'emailAddress') return text.length >= 3 ? text : undefined;
  // Many languages write '12,50'. '1,250' is ambiguous and rejected.
  const amount = text.replace(/,(?=\d{1,2}$)/, '.');
  return isSearchAmount(amount) ? amount : undefined;
}

function StateSelect({ search, onSearch }: LinksFilterProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('smart_links.column.status')}
      choices={[
        { value: '', label: t('smart_links.every_status') },
        ...linkStates.map((state) => ({ value: state, label: t(`smart_links.state.${state}`) })),
      ]}
      value={search.state ?? ''}
      onChange={(value) =>
        onSearch({ ...search, offset: 0, status: undefined, state: value ? (value as LinkState) : undefined })
      }
    />
  );
}

/** One chip a filter of the list. */
function linkChips(
  search: LinksSearch,
  t: Translate,
  today: string,
  locale: string,
  change: (part: Partial<LinksSearch>) => void,
): FilterChip[] {
  const { status, state, createdFrom, createdTo, expiresTo } = search;
  const chips: FilterChip[] = [];
  if (status !== undefined) {
    const label = `${t('smart_links.column.status')}: ${t(`smart_links.status.${status}`)}`;
    chips.push({ id: 'status', label, onRemove: () => change({ status: undefined }) });
  }
  if (state !== undefined) {
    const label = `${t('smart_links.column.status')}: ${t(`smart_links.state.${state}`)}`;
    chips.push({ id: 'state', label, onRemove: () => change({ state: undefined }) });
  }
  for (const id of ['reference', 'emailAddress', 'amount'] as const) {
    if (search[id] === undefined) continue;
    const label = `${t(`smart_links.search_field.${id}`)}: ${search[id]}`;
    chips.push({ id, label, onRemove: () => change({ [id]: undefined }) });
  }
  if (createdFrom !== undefined && createdTo !== undefined) {
    chips.push({
      id: 'created',
      label: t('list.created', { days: formatDays(createdFrom, createdTo, today, locale) }),
      onRemove: () => change({ createdFrom: undefined, createdTo: undefined }),
    });
  }
  if (expiresTo !== undefined) {
    chips.push({
      id: 'expires',
      label: t('smart_links.expires_by', { day: formatDays(expiresTo, expiresTo, today, locale) }),
      onRemove: () => change({ expiresTo: undefined }),
    });
  }
  return chips;
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
