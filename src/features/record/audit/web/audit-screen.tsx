import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths, type Destination } from '#web/paths.ts';
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
import { useAuditLabels } from './use-audit-labels.ts';
import { exportAudit, searchAudit } from '../endpoints.ts';
import { knownActions, knownKinds } from '../known-actions.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { OutcomeBadge, ChangesTable, RawData } from './event-parts.tsx';
import { Link } from '@tanstack/react-router';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { timeColumn } from '#web/format/time-column.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { diffFields, flattenFields } from '../audit-changes.ts';
import classes from './audit.module.css';
import { objectKindOf } from '../audit-object.ts';

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
  const today = useTimes().realToday();
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

/** The columns of the audit. */
function auditColumns(
  t: Translate,
  labels: ReturnType<typeof useAuditLabels>,
  times: Times,
): GridColumn<AuditLine>[] {
  return [
    {
      id: 'at',
      isAlwaysShown: true,
      header: t('audit.at'),
      width: 150,
      ...timeColumn(times, (line: AuditLine) => line.at),
      card: 'time',
    },
    {
      id: 'act',
      isAlwaysShown: true,
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
    { id: 'actor', header: t('audit.actor'), width: 200, text: labels.actor, card: 'subtitle' },
    { id: 'object', header: t('audit.object'), width: 220, text: labels.object, card: 'subtitle' },
    {
      id: 'organisation',
      header: t('audit.organisation'),
      width: 180,
      text: (line) => line.organisationName ?? '',
    },
    { id: 'reason', header: t('audit.reason_column'), text: labels.reason },
    { id: 'ip', header: t('audit.ip'), isNumeric: true, text: (line) => line.ip },
  ];
}

interface Props {
  line: AuditLine;
  onNarrow: (filter: Partial<AuditParams>) => void;
}

/** Details of one audit event. */
function AuditLineDetails({ line, onNarrow }: Props) {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const { objectKind, objectId } = line;
  const destination = objectDestination(line);
  const object = destination ? <Link {...destination}>{labels.object(line)}</Link> : labels.object(line);
  const more = [...flattenFields(line.detail)].map(([field, value]) => ({
    id: field,
    label: labels.field(line, field),
    value: labels.values(line, field, value).join(', '),
  }));
  return (
    <div className={classes.line}>
      <div className={classes.head}>
        <OutcomeBadge line={line} />
        <TimeText at={line.at} />
      </div>
      <Facts
        columns={1}
        facts={[
          { label: t('audit.actor'), value: labels.actor(line) },
          {
            label: t('audit.actor_id'),
            value: line.actorKind === 'anonymous' ? '' : <CopyText text={line.actor} />,
          },
          { label: t('audit.object'), value: object },
          {
            label: t('audit.object_id'),
            value: objectId === null ? '' : <CopyText text={objectId} />,
          },
          { label: t('audit.organisation'), value: line.organisationName ?? line.organisationId },
          { label: t('audit.reason_column'), value: labels.reason(line) },
          { label: t('audit.reason'), value: labels.reasonCode(line) },
          { label: t('audit.ip'), value: line.ip, isNumeric: true },
          { label: t('audit.user_agent'), value: line.userAgent },
          {
            label: t('audit.request_id'),
            value: line.requestId === '' ? '' : <CopyText text={line.requestId} />,
          },
          { label: t('audit.number'), value: line.seq, isNumeric: true },
        ]}
      />
      {diffFields(line.before, line.after).length > 0 && (
        <section>
          <h3>{t('audit.changes')}</h3>
          <ChangesTable line={line} />
        </section>
      )}
      {more.length > 0 && (
        <section>
          <h3>{t('audit.more')}</h3>
          <DetailsList details={more} />
        </section>
      )}
      <RawData line={line} />
      <div className={classes.narrow}>
        {line.actorKind !== 'anonymous' && (
          <Button variant="default" onClick={() => onNarrow({ actor: line.actor })}>
            {t('audit.only_actor')}
          </Button>
        )}
        {objectKind !== null && objectId !== null && (
          <Button variant="default" onClick={() => onNarrow({ objectKind, objectId })}>
            {t('audit.only_object')}
          </Button>
        )}
      </div>
    </div>
  );
}

type ObjectLine = Pick<
  AuditLine,
  'objectKind' | 'objectId' | 'act' | 'refused' | 'before' | 'after' | 'detail'
>;

const organisationNumber = /^[1-9]\d{0,8}$/;
const idPattern = /^[\w-]{1,60}$/;

/** The screen of an event's object; undefined where there is none, and after the object was deleted. */
export function objectDestination(line: ObjectLine): Destination | undefined {
  const { objectKind, objectId: id, act } = line;
  if (objectKind === null || id === null) return undefined;
  if (!line.refused && act.startsWith('delete')) return undefined;
  const kind = objectKindOf(objectKind);
  const settings = settingsScreens.get(kind);
  if (settings) return settings();
  const screen = screens.get(kind);
  return screen?.ids.test(id) ? screen.to(id, line) : undefined;
}

const settingsScreens = new Map<string, () => Destination>(
  Object.entries({
    customField: paths.customFields,
    securityPolicy: paths.security,
    approvalPolicy: paths.approvalPolicy,
    scimToken: paths.provisioning,
    scimGroup: paths.provisioning,
    provisioning: paths.provisioning,
    singleSignOn: paths.signOnSettings,
  }),
);

interface Screen {
  /** Other ids have no screen: they come from wrong requests. */
  ids: RegExp;
  to: (id: string, line: ObjectLine) => Destination | undefined;
}

const screens = new Map<string, Screen>(
  Object.entries({
    transaction: { ids: /^[1-9]\d{9,15}$/, to: (id) => paths.transaction(id) },
    schedule: { ids: idPattern, to: paths.schedule },
    case: { ids: organisationNumber, to: paths.case },
    user: { ids: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, to: paths.user },
    role: { ids: idPattern, to: paths.role },
    organisation: { ids: organisationNumber, to: (id) => paths.organisation(Number(id)) },
    installation: { ids: organisationNumber, to: (id) => paths.installation(Number(id)) },
    apiCredential: { ids: idPattern, to: paths.apiKey },
    connection: { ids: organisationNumber, to: () => paths.processors() },
    route: { ids: organisationNumber, to: () => paths.processorRoutes() },
    webhook: { ids: idPattern, to: (id) => paths.webhook(id) },
    fraudRule: {
      ids: organisationNumber,
      to: (id, { act }) => (act.includes('Territory') ? paths.territory(Number(id)) : paths.rule(Number(id))),
    },
    fraudList: { ids: organisationNumber, to: listScreen },
  } satisfies Record<string, Screen>),
);

/** The address of a list contains its type, which older events do not contain. */
function listScreen(id: string, { detail }: ObjectLine): Destination | undefined {
  const type = typeof detail === 'object' && detail !== null && 'listType' in detail ? detail.listType : null;
  return typeof type === 'string' ? paths.list(type, id) : undefined;
}
