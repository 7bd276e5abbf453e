import type { Condition, EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import {
  customFieldId,
  locationFields,
  parseOperator,
  type ComparedField,
} from '#features/fraud/fraud-rules/rule.ts';
import { minorUnits } from './compare-number.ts';
import { dayNumber, exactNumber, fold, parseMinute, ruleText, valueKind } from './facts.ts';
import { type Lookup, lookupKey, buildLookup } from './lookups.ts';
import { type SlotForm, comparatorCodes, op, textCodes } from './operations.ts';
import type { Program } from './program.ts';

/**
 * The rules of one merchant as flat arrays: each distinct condition is evaluated once a payment, and equal texts are
 * compared as numbers. `interpretRule` defines the results.
 */
export function compileRules(rules: readonly EvaluatedRule[]): Program {
  const builder = new ProgramBuilder();
  for (const rule of rules) builder.addRule(rule);
  return builder.finish();
}

/** Attempts are counted up to here. */
const maxCount = 1_000_000;

/** A predicate that has not been numbered yet. */
interface Draft {
  op: number;
  slot: number;
  /** A text id, a set, a second slot or a lookup, by operator. */
  arg?: number;
  low?: number;
  high?: number;
  lowExact?: bigint | null;
  highExact?: bigint | null;
}

class ProgramBuilder {
  readonly #slots = new Map<string, number>();
  readonly #slotFields: string[] = [];
  readonly #slotForms: SlotForm[] = [];
  /** Texts that rules compare for equality, by slot. */
  readonly #dictionaries: (Map<string, number> | undefined)[] = [];
  readonly #predicates = new Map<string, number>();
  readonly #drafts: Draft[] = [];
  readonly #sets: Uint32Array[] = [];
  readonly #texts: string[] = [];
  readonly #lookups: Lookup[] = [];
  readonly #lookupLimits: number[] = [];
  readonly #lookupIndex = new Map<string, number>();
  readonly #rules: Program['rules'] = [];
  readonly #ruleStart: number[] = [0];
  readonly #rulePredicates: number[] = [];
  readonly #isOr: number[] = [];
  readonly #installationStart: number[] = [0];
  readonly #installations: number[] = [];

  addRule(rule: EvaluatedRule): void {
    const isRule = rule.ruleType === 'rule';
    const predicates = isRule
      ? rule.joinedConditions.conditions.map((condition) => this.#addCondition(condition, rule))
      : [this.#addTerritory(rule)];
    if (predicates.length === 0) return;
    // Conditions on the payment itself come first: they can decide a rule without a lookup to the database.
    const isLookup = (index: number) => (this.#drafts[index]?.op ?? 0) >= op.lookupEqual;
    const ordered = [...new Set(predicates)].toSorted((a, b) => Number(isLookup(a)) - Number(isLookup(b)));
    const { ruleId, name, version, ruleType, action, deferFinalAction, deferWaitPeriod, actionToTest } = rule;
    this.#rules.push({
      ruleId,
      name,
      version,
      ruleType,
      action,
      deferFinalAction,
      deferWaitPeriod,
      actionToTest,
    });
    this.#rulePredicates.push(...ordered);
    this.#ruleStart.push(this.#rulePredicates.length);
    this.#isOr.push(isRule && rule.joinedConditions.logicalOperator === 'or' ? 1 : 0);
    this.#installations.push(...rule.installationIds);
    this.#installationStart.push(this.#installations.length);
  }

  finish(): Program {
    const count = this.#drafts.length;
    const low = new Float64Array(count);
    const high = new Float64Array(count);
    const exact = new Map<number, readonly [bigint | null, bigint | null]>();
    this.#drafts.forEach((draft, index) => {
      low[index] = draft.low ?? Number.NaN;
      high[index] = draft.high ?? Number.NaN;
      if (draft.lowExact !== undefined) exact.set(index, [draft.lowExact, draft.highExact ?? null]);
    });
    return {
      rules: this.#rules,
      ruleStart: Int32Array.from(this.#ruleStart),
      rulePredicates: Int32Array.from(this.#rulePredicates),
      isOr: Uint8Array.from(this.#isOr),
      installationStart: Int32Array.from(this.#installationStart),
      installations: Int32Array.from(this.#installations),
      op: Uint8Array.from(this.#drafts, (draft) => draft.op),
      slot: Int32Array.from(this.#drafts, (draft) => draft.slot),
      arg: Int32Array.from(this.#drafts, (draft) => draft.arg ?? 0),
      low,
      high,
      exact,
      slotFields: this.#slotFields,
      slotForms: this.#slotForms,
      dictionaries: this.#dictionaries,
      sets: this.#sets,
      texts: this.#texts,
      lookups: this.#lookups,
      lookupLimits: this.#lookupLimits,
    };
  }

  #addTerritory(rule: Extract<EvaluatedRule, { ruleType: 'territoryRule' }>): number {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const slot = this.#slot(field, 'text');
    return this.#addSet(slot, territories, territoryListOperator === 'isIn');
  }

  #addCondition(condition: Condition, rule: Extract<EvaluatedRule, { ruleType: 'rule' }>): number {
    const lookup = buildLookup(condition, rule.joinedConditions);
    if (lookup) return this.#addLookup(condition, lookup);
    switch (condition.type) {
      case 'simple':
        return this.#addValue(condition.field, condition.operator, condition.value);
      case 'customField':
        return this.#addValue(customFieldId(condition.customField), condition.operator, condition.value);
      case 'geolocation': {
        const { locationType1, locationType2, operator } = condition;
        return this.#addPair(locationFields[locationType1], locationFields[locationType2], operator);
      }
      case 'fieldComparison': {
        const { firstField, secondField, operator } = condition;
        return this.#addPair(fieldId(firstField), fieldId(secondField), operator);
      }
      case 'age':
        return this.#addRange(
          this.#slot(condition.field, 'YEARS'),
          condition.operator,
          condition.value,
          Number,
        );
      case 'generalAge': {
        const slot = this.#slot(condition.field, condition.precision);
        return this.#addRange(slot, condition.operator, condition.value, Number);
      }
      default:
        throw new Error(`no predicate for a condition of type ${condition.type}`);
    }
  }

  #addValue(field: string, written: string, value: string): number {
    const { operator, ignoresCase } = parseOperator(written);
    const kind = valueKind(field);
    if (operator === 'isNull' || operator === 'isNotNull') {
      const slot = this.#slot(field, kind === 'text' ? 'text' : kind);
      return this.#add({ op: operator === 'isNull' ? op.missing : op.present, slot });
    }
    switch (kind) {
      case 'number':
        return this.#addRange(this.#slot(field, 'number'), operator, value, Number);
      case 'day':
        return this.#addRange(this.#slot(field, 'day'), operator, value, dayNumber);
      case 'exact': {
        const [lowExact = null, highExact = null] = value.split('|').map(exactNumber);
        const code = comparatorCodes[operator] ?? op.never;
        return this.#add({ op: code, slot: this.#slot(field, 'exact'), lowExact, highExact });
      }
      case 'instant':
        return this.#addInstant(field, operator, value);
      case 'text':
        return this.#addText(field, operator, value, ignoresCase);
    }
  }

  #addInstant(field: string, operator: string, value: string): number {
    if (operator.startsWith('time'))
      return this.#addRange(this.#slot(field, 'minuteOfDay'), operator, value, parseMinute);
    const isEquality = operator === 'equalTo' || operator === 'notEqualTo';
    if (!isEquality)
      return this.#addRange(this.#slot(field, 'instant'), operator, value, (text) => Date.parse(text));
    return this.#addRange(this.#slot(field, 'minute'), operator, value, (text) =>
      Math.floor(Date.parse(text) / 60_000),
    );
  }

  #addText(field: string, operator: string, value: string, ignoresCase: boolean): number {
    const slot = this.#slot(field, ignoresCase ? 'folded' : 'text');
    const prepare = (text: string) => {
      const formed = ruleText(field, operator, text);
      return ignoresCase ? fold(formed) : formed;
    };
    if (operator === 'equalTo' || operator === 'notEqualTo') {
      const code = operator === 'equalTo' ? op.same : op.other;
      return this.#add({ op: code, slot, arg: this.#textId(slot, prepare(value)) });
    }
    if (operator === 'isIn' || operator === 'isNotIn')
      return this.#addSet(slot, value.split(',').map(prepare), operator === 'isIn');
    const code = textCodes[operator];
    if (code === undefined) return this.#add({ op: op.never, slot });
    return this.#add({ op: code, slot, arg: this.#constant(prepare(value)) });
  }

  /** One of the comparators, or a range `low|high`. */
  #addRange(slot: number, operator: string, value: string, read: (text: string) => number): number {
    const [low = Number.NaN, high = Number.NaN] = value.split('|').map(read);
    return this.#add({ op: comparatorCodes[operator] ?? op.never, slot, low, high });
  }

  #addPair(firstField: string, secondField: string, operator: string): number {
    const slot = this.#slot(firstField, 'comparable');
    const arg = this.#slot(secondField, 'comparable');
    return this.#add({ op: operator === 'equalTo' ? op.samePair : op.otherPair, slot, arg });
  }

  #addSet(slot: number, values: readonly string[], isIn: boolean): number {
    const ids = values.map((value) => this.#textId(slot, value));
    const set = new Uint32Array((Math.max(0, ...ids) >>> 5) + 1);
    for (const id of ids) set[id >>> 5] = (set[id >>> 5] ?? 0) | (1 << (id & 31));
    const arg = this.#sets.findIndex(
      (stored) => stored.length === set.length && stored.every((bits, i) => bits === set[i]),
    );
    if (arg < 0) this.#sets.push(set);
    return this.#add({ op: isIn ? op.inSet : op.notInSet, slot, arg: arg < 0 ? this.#sets.length - 1 : arg });
  }

  #addLookup(condition: Condition, lookup: Lookup): number {
    const key = lookupKey(lookup);
    const slot = this.#lookupIndex.get(key) ?? this.#lookups.push(lookup) - 1;
    this.#lookupIndex.set(key, slot);
    if (condition.type === 'list')
      return this.#add({ op: condition.operator === 'isNotIn' ? op.lookupNo : op.lookupYes, slot });
    if (!('window' in condition)) throw new Error(`${condition.type} asks nothing of the database`);
    const low =
      condition.type === 'velocitySum' ? minorUnits(condition.value, condition.currency) : condition.value;
    this.#lookupLimits[slot] = Math.min(Math.max(this.#lookupLimits[slot] ?? 0, Math.ceil(low)), maxCount);
    const code = (comparatorCodes[condition.operator] ?? 0) + op.lookupEqual;
    return this.#add({ op: code, slot, low });
  }

  #slot(field: string, form: SlotForm): number {
    const key = `${form} ${field}`;
    const existing = this.#slots.get(key);
    if (existing !== undefined) return existing;
    this.#slots.set(key, this.#slotFields.length);
    this.#slotForms.push(form);
    this.#dictionaries.push(undefined);
    return this.#slotFields.push(field) - 1;
  }

  /** The number of a text among those that rules compare with this slot, from 1. */
  #textId(slot: number, text: string): number {
    const dictionary = (this.#dictionaries[slot] ??= new Map());
    const existing = dictionary.get(text);
    if (existing !== undefined) return existing;
    dictionary.set(text, dictionary.size + 1);
    return dictionary.size;
  }

  #constant(text: string): number {
    const index = this.#texts.indexOf(text);
    return index < 0 ? this.#texts.push(text) - 1 : index;
  }

  #add(draft: Draft): number {
    const { low = '', high = '', lowExact = '', highExact = '' } = draft;
    const key = [draft.op, draft.slot, draft.arg ?? '', low, high, lowExact, highExact].join(' ');
    const predicate = this.#predicates.get(key);
    if (predicate !== undefined) return predicate;
    this.#predicates.set(key, this.#drafts.length);
    return this.#drafts.push(draft) - 1;
  }
}

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);
