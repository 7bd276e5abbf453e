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
import { daysOfPreset, type CalendarDay, matchPreset, type DayRange } from '#shared/calendar-day.ts';
import { startOfZonedDay, zonedDate } from '#shared/zoned-day.ts';
import { buildUrl } from '#web/call/call.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import type { PickItem } from '#ui/form/pick-list.tsx';
import type { ListField } from '#web/list-screen/list-field.ts';
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

const address = {
  name: 'audit',
  read: readAuditParams,
  to: (params: AuditParams) => paths.audit(params),
  page: offsetPages<AuditParams>(),
};

const rowId = (line: AuditLine): string => line.seq;

/** /audit: the audit of the selected organisation and its descendants. */
export function AuditScreen() {
  const { t } = useTranslation();
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
      search={{
        label: t('audit.actor'),
        help: () => t('audit.actor_help'),
        text: filter.actor,
        maxLength: 254,
        refusal: (text) => cardError(text, t),
        onSearch: (actor) => search({ ...filter, actor }),
      }}
      fields={useAuditFields(filter, search)}
      onClear={() => state.go(defaultAudit)}
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

/** What the audit is filtered by, besides the user. */
function useAuditFields(filter: AuditFilter, search: (filter: AuditFilter) => void): ListField[] {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const today = useTimes().today();
  const { range, fromDay: from, toDay: to } = filter;
  const choice = (id: 'act' | 'objectKind' | 'outcome', label: string, choices: PickItem[]): ListField => ({
    kind: 'choice',
    id,
    label,
    value: filter[id],
    choices,
    onChange: (value) => search({ ...filter, [id]: value }),
  });
  const customDays = from === undefined || to === undefined ? undefined : { from, to };
  return [
    choice('act', t('audit.act_label'), buildChoices(knownActions, filter.act, labels.act)),
    choice('objectKind', t('audit.kind_label'), buildChoices(knownKinds, filter.objectKind, labels.kind)),
    {
      kind: 'text',
      id: 'objectId',
      label: t('audit.object_id'),
      value: filter.objectId,
      maxLength: 100,
      read(text) {
        const error = cardError(text, t);
        return error === undefined ? { value: text.trim() } : { error };
      },
      onChange: (objectId) => search({ ...filter, objectId }),
    },
    choice('outcome', t('audit.outcome'), [
      { value: 'allowed', label: t('audit.allowed') },
      { value: 'refused', label: t('audit.refused') },
    ]),
    {
      kind: 'days',
      id: 'range',
      label: t('audit.range'),
      value: range === 'DAYS' ? customDays : range === 'ANY_TIME' ? undefined : daysOfPreset(range, today),
      isDefault: range === defaultAudit.range,
      min: firstDay,
      today,
      presets: auditPresets,
      onChange: (days) =>
        search({ ...filter, fromDay: undefined, toDay: undefined, ...toRange(days, today) }),
    },
  ];
}

/** A card number must not appear in the address. */
const cardError = (text: string, t: Translate): string | undefined =>
  hasCardNumber(text) ? t('search.wrong.card_number') : undefined;

/** The known names, and the name in the URL if it is not among them. */
function buildChoices(
  names: readonly string[],
  named: string | undefined,
  labelOf: (name: string) => string,
): PickItem[] {
  const values = named === undefined || names.includes(named) ? names : [...names, named];
  return values.map((value) => ({ value, label: labelOf(value) }));
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
