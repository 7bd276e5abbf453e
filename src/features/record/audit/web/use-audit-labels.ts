import { useMemo } from 'react';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FieldValue } from '../audit-changes.ts';
import { objectKindOf, objectName, shortId } from '../audit-object.ts';
import type { AuditLine } from '../schemas.ts';
import { fieldLabel, humanise } from './field-labels.ts';
import { dateFormat } from '#shared/text/intl-formats.ts';
import { formatMoney } from '#shared/text/format-money.ts';
import { actorName as systemName } from '#web/format/actor-name.ts';
import { formatDuration } from '#web/format/duration.ts';
import type { Translate } from '#web/translate/translator.ts';

type Outcome = Pick<AuditLine, 'outcome' | 'refused'>;

/** Labels of actions, outcomes, objects and changed fields. */
export function useAuditLabels() {
  const { t, language } = useTranslation();
  const times = useTimes();
  return useMemo(() => {
    const act = (name: string): string => t(`audit.act.${name}`, { defaultValue: name });
    const kind = (name: string): string =>
      t(`audit.kind.${objectKindOf(name)}`, { defaultValue: humanise(name) });
    const texts = { t, times, locale: browserLocale(language) };
    return {
      act,
      kind,
      outcome: ({ outcome, refused }: Outcome): string => {
        if (outcome.startsWith('failed')) return t('audit.failed_act');
        return t(refused ? 'audit.refused' : 'audit.allowed');
      },
      /** The text of the server's reason code; the code where there is none. */
      reason: (line: Outcome): string => {
        const code = reasonCode(line);
        const keys = [
          `audit.reasons.${code.toLowerCase()}`,
          `cases.outcome.${code}`,
          `error.${code.toLowerCase()}`,
        ];
        return code === '' ? '' : keys.reduceRight((text, key) => t(key, { defaultValue: text }), code);
      },
      reasonCode,
      actor: ({ actor, actorName, actorKind }: AuditLine): string => {
        if (actorKind === 'anonymous') return t('audit.anonymous');
        return actorKind === 'system' ? systemName(actor, t) : (actorName ?? actor);
      },
      /** "Role Cashier", "Transaction 10000000001", "Device 5f2c81aa…". */
      object: (line: AuditLine): string => {
        const { objectKind, objectId } = line;
        const name = objectName(line) ?? shortId(objectId ?? '');
        return [objectKind === null ? '' : kind(objectKind), name].filter(Boolean).join(' ');
      },
      field: (line: FieldOwner, field: string): string => fieldLabel(t, field, kindOf(line)),
      /** One text for each entry of a list. */
      values: (line: FieldOwner, field: string, value: FieldValue | undefined): string[] => {
        const isOwnOrganisation =
          /(^|\.)organisation(Id)?$|^orgId$/.test(field) && String(value) === String(line.organisationId);
        if (isOwnOrganisation && line.organisationName !== null) return [line.organisationName];
        return valueTexts(texts, value, field, kindOf(line));
      },
    };
  }, [t, language, times]);
}

/** The server's reason code; empty for allowed actions. */
function reasonCode({ outcome }: Outcome): string {
  return outcome === 'allowed' || outcome === 'SUBMITTED' ? '' : outcome.replace(/^\w+: /, '');
}

export type FieldOwner = Pick<AuditLine, 'objectKind' | 'organisationId' | 'organisationName'>;

const kindOf = ({ objectKind }: FieldOwner): string | null =>
  objectKind === null ? null : objectKindOf(objectKind);

interface ValueTexts {
  t: Translate;
  times: Pick<Times, 'moment'>;
  /** A BCP 47 tag. */
  locale: string;
}

/** The text key of a code, by its field; 'kind:field' for one kind of object. '*' is the code. */
const labelKeys: Readonly<Record<string, string>> = {
  act: 'audit.act.*',
  acts: 'audit.act.*',
  objectKind: 'audit.kind.*',
  lockedReason: 'users.locked_reason.*',
  permissions: 'roles.permission.*',
  features: 'organisations.feature.*.name',
  'organisation:type': 'organisation.type.*',
  'installation:type': 'organisation.type.*',
  'transaction:type': 'transactions.type.*',
  'customField:type': 'custom_fields.types.*',
  channel: 'installations.channels.*',
  skin: 'installations.skins.*',
  payerAddress: 'installations.payer_addresses.*',
  threeDSecure: 'installations.three_d_secure_choice.*',
  liabilityShift: 'risk_controls.shift.*',
  addressMatchRequirement: 'risk_controls.requirement.*',
  postcodeMatchRequirement: 'risk_controls.requirement.*',
  cv2MatchRequirement: 'risk_controls.requirement.*',
  'velocityRules.type': 'risk_controls.rule.*',
  'webhook:format': 'webhooks.format_name.*',
  secondFactor: 'security_policy.mode.*',
  requiredFor: 'roles.permission.*',
  'approvalPolicy:action': 'approvals.action.*',
  'approval:action': 'approvals.action.*',
  'schedule:status': 'schedules.status.*',
  'smartLink:status': 'smart_links.status.*',
  'case:status': 'cases.status.*',
  'case:outcome': 'cases.outcome.*',
  dataField: 'fraud_lists.field.*',
  sourceTypes: 'fraud_lists.auto_add.type_title.*',
  targetTypes: 'fraud_lists.auto_add.type_title.*',
  expiryPeriodicity: 'fraud_lists.auto_add.units.*',
  'fraudRule:action': 'rules.action.*',
  actionToTest: 'rules.action.*',
  scope: 'rules.scope.*',
  'fraudRule:field': 'risk.field.*',
  field1: 'risk.field.*',
  field2: 'risk.field.*',
  category: 'risk.category.*',
  'conditions.type': 'rules.condition_type.*',
  'smartLink:usage': 'smart_links.usage.*',
  feedbackType: 'feedback.type_name.*',
  territoryComparisonType: 'risk.field.*',
};

const factorKeys = { password: 'login.password', totp: 'factor.app', passkey: 'factor.passkey' };
const paymentKeys = { payments: 'transactions.type.PAYMENT', payouts: 'transactions.type.PAYOUT' };
const notChecked = { NONE: 'details.check.NOT_CHECKED' };

/** Text keys of single codes, which take precedence over those of `labelKeys`. */
const codeKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  by: factorKeys,
  'secondFactor:kind': factorKeys,
  'smartLink:kind': paymentKeys,
  logicalOperator: { and: 'rules.all_of', or: 'rules.any_of' },
  'case:status': { CLOSED: 'audit.closed' },
  addressMatchRequirement: notChecked,
  postcodeMatchRequirement: notChecked,
  cv2MatchRequirement: notChecked,
  listType: {
    parameterlist: 'fraud_lists.import.parameter',
    negativeList: 'fraud_lists.import.block',
    positiveList: 'fraud_lists.import.allow',
  },
};

/** Counts of a unit, with their plural. */
const unitKeys: Readonly<Record<string, string>> = {
  deviceDays: 'security_policy.days',
  stepUpMinutes: 'security_policy.minutes_long',
  minutes: 'security_policy.minutes_long',
  timePeriod: 'risk_controls.hours',
  previousForHours: 'risk_controls.hours',
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** The value of a field for people. Lists are one text per entry. */
export function valueTexts(
  texts: ValueTexts,
  value: FieldValue | undefined,
  field: string,
  kind: string | null = null,
): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && 'amount' in value)
    return [formatMoney(value.amount, value.currency, texts.locale)];
  const all = typeof value === 'object' ? value : [value];
  return all.map((item) => valueText(texts, item, field, kind)).filter((text) => text !== '');
}

function valueText(
  { t, times, locale }: ValueTexts,
  value: string | number | boolean | null,
  field: string,
  kind: string | null,
): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no');
  const names = fieldNames(field, kind);
  const text = String(value);
  const unit = find(unitKeys, names);
  if (unit !== undefined && typeof value === 'number') return t(unit, { count: value, number: value });
  if (names.includes('webhook:events')) return eventText(t, text);
  if (names.includes('overlapSeconds')) return formatDuration(Number(value) * 1000, locale);
  const code = find(codeKeys, names);
  if (code && Object.hasOwn(code, text)) return t(code[text] ?? text, { defaultValue: text });
  const labelKey = find(labelKeys, names);
  // The code itself where it is newer than the texts.
  if (labelKey !== undefined) return t(labelKey.replace('*', text), { defaultValue: text });
  if (instant.test(text) && !Number.isNaN(Date.parse(text))) return times.moment(text);
  if (day.test(text) && !Number.isNaN(Date.parse(text)))
    return dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${text}T12:00:00Z`));
  // Events of users name role and organisation before their ids.
  return names.includes('roles') ? text.replace(/(?<=.) \([\w-]+ @ \d+\)$/, '') : text;
}

/** "Payment: Succeeded" for an event of a webhook, as on its screen. */
function eventText(t: Translate, event: string): string {
  if (event === '*') return t('webhooks.every_event');
  const [subject = '', end = ''] = event.split('.');
  const parts = [
    t(`webhooks.subject.${subject}`, { defaultValue: subject }),
    t(`webhooks.end.${end === '*' ? 'all' : end}`, { defaultValue: end }),
  ];
  return parts.filter(Boolean).join(': ');
}

/** The names of a field, the most exact first. */
function fieldNames(field: string, kind: string | null): string[] {
  const steps = field.replaceAll(/\[\d+\]/g, '').split('.');
  const name = steps.at(-1) ?? field;
  return [`${steps.at(-2)}.${name}`, `${kind}:${name}`, name];
}

function find<T>(table: Readonly<Record<string, T>>, names: readonly string[]): T | undefined {
  const match = names.find((name) => Object.hasOwn(table, name));
  return match === undefined ? undefined : table[match];
}
