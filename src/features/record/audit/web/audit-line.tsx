import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { AuditLine } from '../schemas.ts';
import { OutcomeBadge, ChangesTable, RawData } from './event-parts.tsx';
import { useAuditLabels } from './use-audit-labels.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { timeColumn } from '#web/format/time-column.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { diffFields, flattenFields } from '../audit-changes.ts';
import type { AuditParams } from '../audit-params.ts';
import classes from './audit.module.css';
import { type Destination, paths } from '#web/paths.ts';
import { objectKindOf } from '../audit-object.ts';

/** The columns of the audit. */
export function auditColumns(
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
export function AuditLineDetails({ line, onNarrow }: Props) {
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
