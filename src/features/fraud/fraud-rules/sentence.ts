import { numberFormat } from '#shared/text/intl-formats.ts';
import { type FraudFieldId, findFraudField } from '#features/record/fraud-fields/field-catalogue.ts';
import {
  customValueKind,
  isRange,
  needsNoValue,
  splitChoices,
  splitRange,
  valueKindOf,
} from './conditions/condition-value.ts';
import {
  type ComparedField,
  type Condition,
  type LocationType,
  type Outcome,
  type RuleCore,
  type TerritoryCondition,
  locationFields,
  parseOperator,
} from './rule.ts';

/** The names, in the language of the user, of the objects that a rule refers to. */
export interface SentenceLabels {
  t: (key: string, params?: Readonly<Record<string, string | number | undefined>>) => string;
  locale: string;
  listName: (listId: number) => string | undefined;
  /** By alpha-3 code. */
  country: (code: string) => string;
  /** Alpha-3 codes by continent; empty until they are loaded. */
  continents: ReadonlyMap<string, readonly string[]>;
  /** The merchant's name of a custom field by its id. */
  customName: (id: string) => string | undefined;
  day: (day: string) => string;
  instant: (instant: string) => string;
  /** A time of day in UTC, 'HH:mm', in the user's zone. */
  time: (time: string) => string;
  zone: string;
}

/** A rule as a sentence. Above three conditions the sentence ends before them, and `items` lists them. */
interface RuleSentence {
  text: string;
  items: readonly string[];
}

export type SentenceRule = Partial<Outcome> &
  (
    | (Omit<Extract<RuleCore, { ruleType: 'rule' }>, 'action'> & { action: string })
    | (Omit<Extract<RuleCore, { ruleType: 'territoryRule' }>, 'action'> & { action: string })
  );

const maxJoined = 3;
/** A value that is not chosen yet, in the editor. */
const open = '…';

/** The sentence of a rule (docs/domain.md#sentences). */
export function ruleSentence(rule: SentenceRule, labels: SentenceLabels): RuleSentence {
  if (rule.ruleType === 'territoryRule')
    return { text: actionText(rule, territoryText(rule.territoryCondition, labels), labels), items: [] };
  const { conditions, logicalOperator, scope } = rule.joinedConditions;
  const texts = conditions.map((condition) => conditionText(condition, labels));
  const isLong = texts.length > maxJoined;
  const type = logicalOperator === 'or' ? 'disjunction' : 'conjunction';
  const joined = isLong
    ? labels.t(logicalOperator === 'or' ? 'rules.sentence.any_true' : 'rules.sentence.all_true')
    : joinTexts(texts, type, labels);
  const sentence = actionText(rule, joined === '' ? open : joined, labels);
  const counted = scope && conditions.some(isCounted) ? ` ${labels.t(`rules.sentence.scope.${scope}`)}` : '';
  return { text: `${sentence}${counted}`, items: isLong ? texts : [] };
}

/** The sentence with its list, for places of one line. */
export function plainSentence(rule: SentenceRule, labels: SentenceLabels): string {
  const { text, items } = ruleSentence(rule, labels);
  return items.length === 0 ? text : `${text} ${items.join('; ')}.`;
}

const isCounted = ({ type }: Condition): boolean => type.startsWith('velocity') || type === 'morphing';

const joinTexts = (
  texts: readonly string[],
  type: 'conjunction' | 'disjunction',
  { locale }: SentenceLabels,
): string => new Intl.ListFormat(locale, { type }).format(texts);

function actionText(rule: SentenceRule, conditions: string, { t }: SentenceLabels): string {
  const { deferFinalAction, deferWaitPeriod, actionToTest } = rule;
  const action = rule.action.replace('Territory', '');
  if (action === 'Defer' && deferFinalAction === 'decline')
    return t('rules.sentence.decline', { conditions });
  if (action === 'Defer' && deferFinalAction === 'capture' && deferWaitPeriod)
    return t('rules.sentence.capture', { conditions, count: Number(deferWaitPeriod.slice(0, 1)) });
  if (action === 'Ignore' && actionToTest) return t(`rules.sentence.test.${actionToTest}`, { conditions });
  const text = t(action === '' ? 'rules.sentence.open' : `rules.sentence.${action}`, { conditions });
  return text.replace(`${open}.`, open);
}

/** One condition as a clause, without a full stop. */
export function conditionText(condition: Condition, labels: SentenceLabels): string {
  const { t } = labels;
  switch (condition.type) {
    case 'simple':
      return valueText(subjectOf(condition.field, labels), condition, labels);
    case 'customField': {
      const subject = t('risk.custom_subject', { name: condition.customField.descriptiveName });
      return valueText(subject, condition, labels);
    }
    case 'list': {
      const { field, operator, listId } = condition;
      const list = listId === 0 ? open : (labels.listName(listId) ?? t('rules.sentence.unknown_list'));
      return t(`rules.sentence.list.${operator || 'isIn'}`, { subject: subjectOf(field, labels), list });
    }
    case 'velocityCount':
    case 'velocitySum':
    case 'morphing':
      return countText(condition, labels);
    case 'geolocation': {
      const first = locationText(condition.locationType1, labels);
      const second = locationText(condition.locationType2, labels);
      return t(`rules.sentence.pair.${condition.operator || 'equalTo'}`, { one: first, other: second });
    }
    case 'fieldComparison': {
      const first = comparedText(condition.firstField, labels);
      const second = comparedText(condition.secondField, labels);
      return t(`rules.sentence.pair.${condition.operator || 'equalTo'}`, { one: first, other: second });
    }
    case 'age':
    case 'generalAge':
      return ageText(condition, labels);
  }
}

function subjectOf(field: string, { t, customName }: SentenceLabels): string {
  if (field === '') return open;
  if (findFraudField(field)) return t(`risk.subject.${field}`);
  return t('risk.custom_subject', { name: customName(field) ?? field });
}

/** A field as the object of "use the same …", or its values in the plural. */
function phraseOf(kind: 'object' | 'distinct', field: string, { t, customName }: SentenceLabels): string {
  if (field === '') return open;
  if (findFraudField(field)) return t(`risk.${kind}.${field}`);
  const name = customName(field) ?? field;
  return kind === 'object' ? t('risk.custom_object', { name }) : t('risk.custom_distinct', { name });
}

const locationText = (location: LocationType | '', labels: SentenceLabels): string =>
  location === '' ? open : subjectOf(locationFields[location], labels);

const comparedText = (field: ComparedField, labels: SentenceLabels): string =>
  field.type === 'simpleField'
    ? subjectOf(field.name, labels)
    : labels.t('risk.custom_subject', { name: field.descriptiveName });

type ValueCondition = Extract<Condition, { type: 'simple' | 'customField' }>;

const dateKinds = new Set(['date', 'dateTime', 'time']);
const numberKinds = new Set(['integer', 'tinyInteger', 'bigInteger', 'decimal']);

function valueText(subject: string, condition: ValueCondition, labels: SentenceLabels): string {
  const { t } = labels;
  const { operator, ignoresCase } = parseOperator(condition.operator || 'equalTo');
  if (needsNoValue(operator)) return t(`rules.sentence.${operator}`, { subject });
  const kind =
    condition.type === 'simple'
      ? valueKindOf(condition.field, operator)
      : customValueKind(condition.customField.dataType, operator);
  const group = dateKinds.has(kind) ? 'date' : numberKinds.has(kind) ? 'number' : 'text';
  const field = condition.type === 'simple' ? condition.field : '';
  const format = (value: string) => (value === '' ? open : formatValue(field, kind, value, labels));
  if (kind === 'choices') return choicesText(subject, operator, field, condition.value, labels);
  if (isRange(operator)) {
    const [low, high] = splitRange(condition.value) ?? ['', ''];
    const ends = { subject, low: format(low), high: format(high), zone: labels.zone };
    return t(`rules.sentence.${group}.${operator}`, ends);
  }
  const text = t(`rules.sentence.${group}.${operator}`, { subject, value: format(condition.value) });
  return ignoresCase ? t('rules.sentence.any_case', { condition: text }) : text;
}

function formatValue(field: string, kind: string, value: string, labels: SentenceLabels): string {
  if (kind === 'choice') return choiceText(field, value, labels);
  if (kind === 'date') return labels.day(value);
  if (kind === 'dateTime') return labels.instant(value);
  if (kind === 'time') return labels.time(value);
  if (numberKinds.has(kind)) return formatNumber(value, labels);
  return labels.t('rules.sentence.quoted', { value });
}

const formatNumber = (value: string | number, { locale }: SentenceLabels): string =>
  numberFormat(locale, { maximumFractionDigits: 4 }).format(value as number);

/** A value of a field's value set in words. */
export function choiceText(
  field: string,
  value: string,
  { t, country }: Pick<SentenceLabels, 't' | 'country'>,
): string {
  const set = findFraudField(field as FraudFieldId)?.values;
  if (set === 'country') return country(value);
  if (set === undefined || set === 'currency' || set === 'acquirer') return value;
  return t(`risk.value.${set}.${value}`, { defaultValue: value });
}

const maxNamed = 5;

function choicesText(
  subject: string,
  operator: string,
  field: string,
  value: string,
  labels: SentenceLabels,
): string {
  const values = splitChoices(value);
  if (values.length > maxNamed) {
    const many = findFraudField(field)?.values === 'country' ? 'countries' : 'many';
    return labels.t(`rules.sentence.text.${operator}_${many}`, {
      subject,
      number: formatNumber(values.length, labels),
    });
  }
  const named = joinTexts(
    values.map((choice) => choiceText(field, choice, labels)),
    operator === 'isIn' ? 'disjunction' : 'conjunction',
    labels,
  );
  return labels.t(`rules.sentence.text.${operator}`, { subject, value: named || open });
}

type CountCondition = Extract<Condition, { type: 'velocityCount' | 'velocitySum' | 'morphing' }>;

function countText(condition: CountCondition, labels: SentenceLabels): string {
  const { t, locale } = labels;
  const { type, value } = condition;
  const operator = condition.operator || 'greaterThan';
  const window = (condition.window as string) === '' ? open : t(`rules.window.${condition.window}`);
  const number = Number.isNaN(value) ? open : formatNumber(value, labels);
  if (type === 'morphing') {
    const distinct = phraseOf('distinct', condition.field2, labels);
    const object = phraseOf('object', condition.field1, labels);
    return t(`rules.sentence.morphing.${operator}`, { number, distinct, window, object });
  }
  const object = phraseOf('object', condition.field, labels);
  if (type === 'velocityCount') {
    // A number that is not entered yet reads like several.
    const text = t(`rules.sentence.velocityCount.${operator}`, {
      count: Number.isNaN(value) ? 100 : value,
      window,
      object,
    });
    return Number.isNaN(value) ? text.replace('100', open) : text;
  }
  const currency = condition.currency.toUpperCase();
  const money = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const amount = Number.isNaN(value) ? open : `${money.format(value)} ${currency}`;
  const sums = condition.sumTypeField || 'attemptedSpend';
  return t(`rules.sentence.${sums}.${operator}`, { currency: currency || open, window, object, amount });
}

function ageText(
  condition: Extract<Condition, { type: 'age' | 'generalAge' }>,
  labels: SentenceLabels,
): string {
  const { t } = labels;
  const operator = condition.operator || 'lessThan';
  const [low, high] = splitRange(condition.value) ?? ['', condition.value];
  if (condition.type === 'age')
    return t(`rules.sentence.age.${operator}`, { value: high || open, low: low || open, high: high || open });
  const count = Number(high);
  const unit = condition.precision || 'DAYS';
  const period = high === '' ? open : t(`rules.period.${unit}`, { count });
  const subject = subjectOf(condition.field, labels);
  return t(`rules.sentence.generalAge.${operator}`, { subject, low: low || open, period });
}

/** Countries in words, with whole continents as one. */
function territoryText(condition: TerritoryCondition, labels: SentenceLabels): string {
  const { t } = labels;
  const { territoryComparisonType: field, territoryListOperator: operator, territories } = condition;
  const subject = subjectOf(field, labels);
  const remaining = new Set(territories);
  const names: string[] = [];
  for (const [continent, codes] of labels.continents) {
    if (!codes.every((code) => remaining.has(code))) continue;
    for (const code of codes) remaining.delete(code);
    names.push(t(`risk.anywhere_in.${continent}`));
  }
  const entries = [
    ...[...remaining].map((code) => labels.country(code)).toSorted((a, b) => a.localeCompare(b)),
    ...names,
  ];
  if (entries.length > maxNamed) {
    const number = formatNumber(territories.length, labels);
    return t(`rules.sentence.text.${operator}_countries`, { subject, number });
  }
  const value = joinTexts(entries, 'disjunction', labels) || open;
  return t(`rules.sentence.territory.${operator || 'isIn'}`, { subject, value });
}
