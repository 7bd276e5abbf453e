import { numberFormat } from '#shared/text/intl-formats.ts';
import { type FraudFieldId, findFraudField } from '#features/fraud-fields/field-catalogue.ts';
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

/** How a sentence names what a rule refers to, in the language of the user. */
export interface SentenceWords {
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
/** What is not chosen yet, in the editor. */
const open = '…';

/** The sentence of a rule (docs/domain.md#sentences). */
export function ruleSentence(rule: SentenceRule, words: SentenceWords): RuleSentence {
  if (rule.ruleType === 'territoryRule')
    return { text: actionText(rule, territoryText(rule.territoryCondition, words), words), items: [] };
  const { conditions, logicalOperator, scope } = rule.joinedConditions;
  const texts = conditions.map((condition) => conditionText(condition, words));
  const isLong = texts.length > maxJoined;
  const type = logicalOperator === 'or' ? 'disjunction' : 'conjunction';
  const joined = isLong
    ? words.t(logicalOperator === 'or' ? 'rules.sentence.any_true' : 'rules.sentence.all_true')
    : joinTexts(texts, type, words);
  const sentence = actionText(rule, joined === '' ? open : joined, words);
  const counted = scope && conditions.some(isCounted) ? ` ${words.t(`rules.sentence.scope.${scope}`)}` : '';
  return { text: `${sentence}${counted}`, items: isLong ? texts : [] };
}

/** The sentence with its list, for places of one line. */
export function plainSentence(rule: SentenceRule, words: SentenceWords): string {
  const { text, items } = ruleSentence(rule, words);
  return items.length === 0 ? text : `${text} ${items.join('; ')}.`;
}

const isCounted = ({ type }: Condition): boolean => type.startsWith('velocity') || type === 'morphing';

const joinTexts = (
  texts: readonly string[],
  type: 'conjunction' | 'disjunction',
  { locale }: SentenceWords,
): string => new Intl.ListFormat(locale, { type }).format(texts);

function actionText(rule: SentenceRule, conditions: string, { t }: SentenceWords): string {
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
export function conditionText(condition: Condition, words: SentenceWords): string {
  const { t } = words;
  switch (condition.type) {
    case 'simple':
      return valueText(subjectOf(condition.field, words), condition, words);
    case 'customField': {
      const subject = t('risk.custom_subject', { name: condition.customField.descriptiveName });
      return valueText(subject, condition, words);
    }
    case 'list': {
      const { field, operator, listId } = condition;
      const list = listId === 0 ? open : (words.listName(listId) ?? t('rules.sentence.unknown_list'));
      return t(`rules.sentence.list.${operator || 'isIn'}`, { subject: subjectOf(field, words), list });
    }
    case 'velocityCount':
    case 'velocitySum':
    case 'morphing':
      return countText(condition, words);
    case 'geolocation': {
      const one = locationText(condition.locationType1, words);
      const other = locationText(condition.locationType2, words);
      return t(`rules.sentence.pair.${condition.operator || 'equalTo'}`, { one, other });
    }
    case 'fieldComparison': {
      const one = comparedText(condition.firstField, words);
      const other = comparedText(condition.secondField, words);
      return t(`rules.sentence.pair.${condition.operator || 'equalTo'}`, { one, other });
    }
    case 'age':
    case 'generalAge':
      return ageText(condition, words);
  }
}

function subjectOf(field: string, { t, customName }: SentenceWords): string {
  if (field === '') return open;
  if (findFraudField(field)) return t(`risk.subject.${field}`);
  return t('risk.custom_subject', { name: customName(field) ?? field });
}

/** A field as the object of "use the same …", or its values in the plural. */
function phraseOf(kind: 'object' | 'distinct', field: string, { t, customName }: SentenceWords): string {
  if (field === '') return open;
  if (findFraudField(field)) return t(`risk.${kind}.${field}`);
  const name = customName(field) ?? field;
  return kind === 'object' ? t('risk.custom_object', { name }) : t('risk.custom_distinct', { name });
}

const locationText = (location: LocationType | '', words: SentenceWords): string =>
  location === '' ? open : subjectOf(locationFields[location], words);

const comparedText = (field: ComparedField, words: SentenceWords): string =>
  field.type === 'simpleField'
    ? subjectOf(field.name, words)
    : words.t('risk.custom_subject', { name: field.descriptiveName });

type ValueCondition = Extract<Condition, { type: 'simple' | 'customField' }>;

const dateKinds = new Set(['date', 'dateTime', 'time']);
const numberKinds = new Set(['integer', 'tinyInteger', 'bigInteger', 'decimal']);

function valueText(subject: string, condition: ValueCondition, words: SentenceWords): string {
  const { t } = words;
  const { operator, ignoresCase } = parseOperator(condition.operator || 'equalTo');
  if (needsNoValue(operator)) return t(`rules.sentence.${operator}`, { subject });
  const kind =
    condition.type === 'simple'
      ? valueKindOf(condition.field, operator)
      : customValueKind(condition.customField.dataType, operator);
  const group = dateKinds.has(kind) ? 'date' : numberKinds.has(kind) ? 'number' : 'text';
  const field = condition.type === 'simple' ? condition.field : '';
  const format = (value: string) => (value === '' ? open : formatValue(field, kind, value, words));
  if (kind === 'choices') return choicesText(subject, operator, field, condition.value, words);
  if (isRange(operator)) {
    const [low, high] = splitRange(condition.value) ?? ['', ''];
    const ends = { subject, low: format(low), high: format(high), zone: words.zone };
    return t(`rules.sentence.${group}.${operator}`, ends);
  }
  const text = t(`rules.sentence.${group}.${operator}`, { subject, value: format(condition.value) });
  return ignoresCase ? t('rules.sentence.any_case', { condition: text }) : text;
}

function formatValue(field: string, kind: string, value: string, words: SentenceWords): string {
  if (kind === 'choice') return choiceText(field, value, words);
  if (kind === 'date') return words.day(value);
  if (kind === 'dateTime') return words.instant(value);
  if (kind === 'time') return words.time(value);
  if (numberKinds.has(kind)) return formatNumber(value, words);
  return words.t('rules.sentence.quoted', { value });
}

const formatNumber = (value: string | number, { locale }: SentenceWords): string =>
  numberFormat(locale, { maximumFractionDigits: 4 }).format(value as number);

/** A value of a field's value set in words. */
export function choiceText(
  field: string,
  value: string,
  { t, country }: Pick<SentenceWords, 't' | 'country'>,
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
  words: SentenceWords,
): string {
  const values = splitChoices(value);
  if (values.length > maxNamed) {
    const many = findFraudField(field)?.values === 'country' ? 'countries' : 'many';
    return words.t(`rules.sentence.text.${operator}_${many}`, {
      subject,
      number: formatNumber(values.length, words),
    });
  }
  const named = joinTexts(
    values.map((one) => choiceText(field, one, words)),
    operator === 'isIn' ? 'disjunction' : 'conjunction',
    words,
  );
  return words.t(`rules.sentence.text.${operator}`, { subject, value: named || open });
}

type CountCondition = Extract<Condition, { type: 'velocityCount' | 'velocitySum' | 'morphing' }>;

function countText(condition: CountCondition, words: SentenceWords): string {
  const { t, locale } = words;
  const { type, value } = condition;
  const operator = condition.operator || 'greaterThan';
  const window = (condition.window as string) === '' ? open : t(`rules.window.${condition.window}`);
  const number = Number.isNaN(value) ? open : formatNumber(value, words);
  if (type === 'morphing') {
    const distinct = phraseOf('distinct', condition.field2, words);
    const object = phraseOf('object', condition.field1, words);
    return t(`rules.sentence.morphing.${operator}`, { number, distinct, window, object });
  }
  const object = phraseOf('object', condition.field, words);
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
  words: SentenceWords,
): string {
  const { t } = words;
  const operator = condition.operator || 'lessThan';
  const [low, high] = splitRange(condition.value) ?? ['', condition.value];
  if (condition.type === 'age')
    return t(`rules.sentence.age.${operator}`, { value: high || open, low: low || open, high: high || open });
  const count = Number(high);
  const unit = condition.precision || 'DAYS';
  const period = high === '' ? open : t(`rules.period.${unit}`, { count });
  const subject = subjectOf(condition.field, words);
  return t(`rules.sentence.generalAge.${operator}`, { subject, low: low || open, period });
}

/** Countries in words, with whole continents as one. */
function territoryText(condition: TerritoryCondition, words: SentenceWords): string {
  const { t } = words;
  const { territoryComparisonType: field, territoryListOperator: operator, territories } = condition;
  const subject = subjectOf(field, words);
  const rest = new Set(territories);
  const names: string[] = [];
  for (const [continent, codes] of words.continents) {
    if (!codes.every((code) => rest.has(code))) continue;
    for (const code of codes) rest.delete(code);
    names.push(t(`risk.anywhere_in.${continent}`));
  }
  const entries = [
    ...[...rest].map((code) => words.country(code)).toSorted((a, b) => a.localeCompare(b)),
    ...names,
  ];
  if (entries.length > maxNamed) {
    const number = formatNumber(territories.length, words);
    return t(`rules.sentence.text.${operator}_countries`, { subject, number });
  }
  const value = joinTexts(entries, 'disjunction', words) || open;
  return t(`rules.sentence.territory.${operator || 'isIn'}`, { subject, value });
}
