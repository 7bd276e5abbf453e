import { Button } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type FormEvent } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { daysOfPreset, type CalendarDay, matchPreset, type DayRange } from '#shared/calendar-day.ts';
import { startOfZonedDay, zonedDate } from '#shared/zoned-day.ts';
import { buildUrl } from '#web/call/call.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { SelectField, type Choice } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { formatDays } from '#ui/date/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import {
  type AuditFilter,
  type AuditParams,
  defaultAudit,
  readAuditParams,
  auditPresets,
  firstDay,
} from '../audit-params.ts';
import type { AuditLine } from '../schemas.ts';
import { AuditLineDetails, auditColumns } from './audit-line.tsx';
import { useAuditLabels } from './use-audit-labels.ts';
import { exportAudit, searchAudit } from '../endpoints.ts';
import { knownActions, knownKinds } from '../known-actions.ts';
import classes from './audit.module.css';

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

/** One page of the audit at the selected organisation, and the URL of its export. */
function useAudit({ offset, pageSize, range, fromDay, toDay, ...texts }: AuditParams) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const path = { orgId: String(organisation.selectedParentOrgId) };
  const days = fromDay === undefined || toDay === undefined ? {} : { fromDay, toDay };
  const filter = { ...texts, ...resolveInterval({ range, ...days }, today(zone), zone) };
  const { response, ...result } = useListResult(
    searchAudit,
    { path, query: { ...filter, offset, pageSize } },
    ({ lines, total }) => ({ rows: lines, total }),
    // Each read is audited, so only the user's own action reloads.
    { staleTime: Infinity, refetchOnWindowFocus: false, gcTime: 0 },
  );
  return { result, hasMore: response?.hasMore === true, exportUrl: buildUrl(exportAudit.url, path, filter) };
}

/** Midnight: constant all day, so every rendering requests the same page. */
const today = (timeZone: string): Date => startOfZonedDay(new Date(), 0, timeZone);

/** First and last instant of the parameters. Days are those of the reader's time zone. */
export function resolveInterval(
  { range, fromDay, toDay }: Pick<AuditParams, 'range' | 'fromDay' | 'toDay'>,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  if (range === 'ANY_TIME') return {};
  const customDays = fromDay === undefined || toDay === undefined ? undefined : { from: fromDay, to: toDay };
  const days = range === 'DAYS' ? customDays : daysOfPreset(range, zonedDate(now, timeZone));
  if (days === undefined) return {};
  return {
    from: auditDayStart(days.from, 0, timeZone).toISOString(),
    to: justBefore(auditDayStart(days.to, 1, timeZone)),
  };
}

const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString();

/** Noon in UTC is on the same day or, far in the east, on the next. */
function auditDayStart(day: string, days: number, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const isNext = zonedDate(noon, timeZone) > day;
  return startOfZonedDay(noon, days - (isNext ? 1 : 0), timeZone);
}

interface AuditFilterFormProps {
  filter: AuditFilter;
  onSearch: (filter: AuditFilter) => void;
  onClear: () => void;
}

const any = '';

/** Filters of the audit log: actor, action, object, outcome and days. A new URL replaces the draft. */
function AuditFilterForm({ filter, onSearch, onClear }: AuditFilterFormProps) {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const today = useTimes().today();
  const { draft, change, reset, submit, cardError } = useAuditDraft(filter, today, onSearch);
  return (
    <form className={classes.form} onSubmit={submit} noValidate role="search" aria-label={t('audit.filter')}>
      <TextField
        data-search
        label={t('audit.actor')}
        help={t('audit.actor_help')}
        error={cardError(draft.actor)}
        value={draft.actor}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <SelectField
        label={t('audit.act_label')}
        value={draft.act}
        choices={buildChoices(t('audit.every_act'), knownActions, filter.act, labels.act)}
        onChange={(act) => change({ act: act ?? any })}
      />
      <SelectField
        label={t('audit.kind_label')}
        value={draft.objectKind}
        choices={buildChoices(t('audit.every_kind'), knownKinds, filter.objectKind, labels.kind)}
        onChange={(objectKind) => change({ objectKind: objectKind ?? any })}
      />
      <TextField
        label={t('audit.object_id')}
        error={cardError(draft.objectId)}
        value={draft.objectId}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ objectId: event.currentTarget.value })}
      />
      <SelectField
        label={t('audit.outcome')}
        value={draft.outcome}
        choices={[
          { value: any, label: t('audit.every_outcome') },
          { value: 'allowed', label: t('audit.allowed') },
          { value: 'refused', label: t('audit.refused') },
        ]}
        onChange={(outcome) => change({ outcome: outcome ?? any })}
      />
      <RangePicker
        label={t('audit.range')}
        value={draft.days}
        min={firstDay}
        today={today}
        presets={auditPresets}
        hasAnyTime
        onChange={(days) => change({ days })}
      />
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('audit.search')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            reset();
            onClear();
          }}
        >
          {t('audit.clear')}
        </Button>
      </div>
    </form>
  );
}

type Draft = ReturnType<typeof toDraft>;

/** The typed filters, until they are searched for. */
function useAuditDraft(filter: AuditFilter, today: CalendarDay, onSearch: AuditFilterFormProps['onSearch']) {
  const { t } = useTranslation();
  const [lastFilter, setLastFilter] = useState(filter);
  const [draft, setDraft] = useState(() => toDraft(filter, today));
  const [isTried, setIsTried] = useState(false);
  if (JSON.stringify(lastFilter) !== JSON.stringify(filter)) {
    setLastFilter(filter);
    setDraft(toDraft(filter, today));
    setIsTried(false);
  }
  return {
    draft,
    change: (values: Partial<Draft>) => setDraft({ ...draft, ...values }),
    reset: () => setDraft(toDraft({ range: 'WITHIN_1_WEEK' }, today)),
    // A card number must not appear in the address.
    cardError: (text: string) => (isTried && hasCardNumber(text) ? t('search.wrong.card_number') : undefined),
    submit(event: FormEvent): void {
      event.preventDefault();
      setIsTried(true);
      if (hasCardNumber(draft.actor) || hasCardNumber(draft.objectId)) return;
      const { actor, objectKind, objectId, act, outcome } = draft;
      const texts = Object.entries({ actor, objectKind, objectId, act, outcome }).filter(
        ([, text]) => text.trim() !== '',
      );
      onSearch({ ...toRange(draft.days, today), ...Object.fromEntries(texts) });
    },
  };
}

/** The known names, and the name in the URL if it is not among them. */
function buildChoices(
  every: string,
  names: readonly string[],
  named: string | undefined,
  labelOf: (name: string) => string,
): Choice[] {
  const values = named === undefined || names.includes(named) ? names : [...names, named];
  return [{ value: any, label: every }, ...values.map((value) => ({ value, label: labelOf(value) }))];
}

function toDraft(filter: AuditFilter, today: CalendarDay) {
  const { range, actor = any, objectKind = any, objectId = any, act = any, outcome = any } = filter;
  const { fromDay: from, toDay: to } = filter;
  const customDays = from === undefined || to === undefined ? undefined : { from, to };
  const days = range === 'DAYS' ? customDays : range === 'ANY_TIME' ? undefined : daysOfPreset(range, today);
  return { actor, objectKind, objectId, act, outcome: outcome as string, days };
}

/** A preset keeps its name in the address: tomorrow it means other days. */
function toRange(
  days: DayRange | undefined,
  today: CalendarDay,
): Pick<AuditFilter, 'range' | 'fromDay' | 'toDay'> {
  if (days === undefined) return { range: 'ANY_TIME' };
  const preset = matchPreset(days, today, auditPresets);
  return preset === undefined ? { range: 'DAYS', fromDay: days.from, toDay: days.to } : { range: preset };
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
    label === undefined || label === ''
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
