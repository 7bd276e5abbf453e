import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { type FraudFacts, exactNumber, isMissing } from './facts.ts';
import type { LookupResult, Lookup } from './lookups.ts';
import { type SlotForm, compareNumbers, hasBit, numberIn, op, textIn } from './operations.ts';

export type MatchedRule = Pick<
  EvaluatedRule,
  | 'ruleId'
  | 'name'
  | 'version'
  | 'ruleType'
  | 'action'
  | 'deferFinalAction'
  | 'deferWaitPeriod'
  | 'actionToTest'
>;

/** Compiled rules. Rule r has the predicates from ruleStart[r] up to ruleStart[r + 1]. */
export interface Program {
  rules: MatchedRule[];
  ruleStart: Int32Array;
  rulePredicates: Int32Array;
  isOr: Uint8Array;
  installationStart: Int32Array;
  installations: Int32Array;
  /** One entry a predicate. `slot` is a lookup where the code is that of a lookup. */
  op: Uint8Array;
  slot: Int32Array;
  arg: Int32Array;
  low: Float64Array;
  high: Float64Array;
  /** Limits of predicates on decimals and integers of 64 bits. */
  exact: Map<number, readonly [bigint | null, bigint | null]>;
  slotFields: string[];
  slotForms: SlotForm[];
  dictionaries: (Map<string, number> | undefined)[];
  /** Bit i of a set: the text with id i belongs to it. */
  sets: Uint32Array[];
  texts: string[];
  lookups: Lookup[];
  /** The highest number that a condition compares each result with: no more rows need counting. */
  lookupLimits: number[];
}

const isFalse = 1;
const isTrue = 2;
const isOpen = 3;

/** One payment on its way through a program: first without, then with the results of the database. */
export class Evaluation {
  readonly #program: Program;
  readonly #numbers: Float64Array;
  readonly #exact: (bigint | undefined)[] = [];
  readonly #texts: (string | undefined)[];
  readonly #ids: Int32Array;
  readonly #truths: Uint8Array;
  readonly #matched: number[] = [];
  #open: number[] = [];
  #results: readonly LookupResult[] | undefined;

  /** Evaluates the conditions that need only the payment. */
  constructor(program: Program, facts: FraudFacts, installationId: number) {
    this.#program = program;
    this.#numbers = new Float64Array(program.slotFields.length);
    this.#texts = Array.from({ length: program.slotFields.length });
    this.#ids = new Int32Array(program.slotFields.length);
    this.#truths = new Uint8Array(program.op.length);
    this.#load(facts);
    for (let rule = 0; rule < program.rules.length; rule += 1) {
      if (!this.#applies(rule, installationId)) continue;
      const truth = this.#rule(rule);
      if (truth === isTrue) this.#matched.push(rule);
      else if (truth === isOpen) this.#open.push(rule);
    }
  }

  /** The lookups of rules that are not decided yet, by index into the program's lookups. */
  openLookups(): number[] {
    const { ruleStart, rulePredicates, op: codes, slot } = this.#program;
    const usedSlots = new Set<number>();
    for (const rule of this.#open) {
      for (let i = ruleStart[rule] as number; i < (ruleStart[rule + 1] as number); i += 1) {
        const predicate = rulePredicates[i] as number;
        if ((codes[predicate] as number) >= op.lookupEqual) usedSlots.add(slot[predicate] as number);
      }
    }
    return [...usedSlots];
  }

  /** All rules that match, given the results by lookup index. */
  finish(results: readonly LookupResult[]): MatchedRule[] {
    this.#results = results;
    this.#truths.forEach((truth, predicate) => {
      if (truth === isOpen) this.#truths[predicate] = 0;
    });
    const matched = [...this.#matched, ...this.#open.filter((rule) => this.#rule(rule) === isTrue)];
    return matched.toSorted((a, b) => a - b).map((rule) => this.#program.rules[rule] as MatchedRule);
  }

  #applies(rule: number, installationId: number): boolean {
    const { installationStart, installations } = this.#program;
    for (let i = installationStart[rule] as number; i < (installationStart[rule + 1] as number); i += 1)
      if (installations[i] === installationId) return true;
    return false;
  }

  #rule(rule: number): number {
    const { ruleStart, rulePredicates, isOr } = this.#program;
    const decides = isOr[rule] === 1 ? isTrue : isFalse;
    let result = decides === isTrue ? isFalse : isTrue;
    for (let i = ruleStart[rule] as number; i < (ruleStart[rule + 1] as number); i += 1) {
      const predicate = rulePredicates[i] as number;
      let truth = this.#truths[predicate] as number;
      if (truth === 0) {
        truth = this.#predicate(predicate);
        this.#truths[predicate] = truth;
      }
      if (truth === decides) return truth;
      if (truth === isOpen) result = isOpen;
    }
    return result;
  }

  #predicate(predicate: number): number {
    const { op: codes, slot: slots } = this.#program;
    const code = codes[predicate] as number;
    const slot = slots[predicate] as number;
    if (code >= op.lookupEqual) return this.#onLookup(predicate, code, slot);
    const form = this.#program.slotForms[slot];
    if (form === 'text' || form === 'folded' || form === 'comparable')
      return this.#onText(predicate, code, slot) ? isTrue : isFalse;
    if (code === op.missing || code === op.present)
      return Number.isNaN(this.#numbers[slot]) === (code === op.missing) ? isTrue : isFalse;
    if (form === 'exact') return this.#onExact(predicate, code, slot) ? isTrue : isFalse;
    return this.#onNumber(predicate, code, this.#numbers[slot] as number) ? isTrue : isFalse;
  }

  #onLookup(predicate: number, code: number, lookup: number): number {
    if (!this.#results) return isOpen;
    const result = this.#results[lookup];
    if (result === undefined) return isFalse;
    if (code === op.lookupYes) return result === true ? isTrue : isFalse;
    if (code === op.lookupNo) return result === false ? isTrue : isFalse;
    return this.#onNumber(predicate, code - op.lookupEqual, Number(result)) ? isTrue : isFalse;
  }

  #onNumber(predicate: number, code: number, value: number): boolean {
    const low = this.#program.low[predicate] as number;
    if (Number.isNaN(value) || Number.isNaN(low)) return false;
    const high = this.#program.high[predicate] as number;
    return compareNumbers(code, value, low, high);
  }

  #onExact(predicate: number, code: number, slot: number): boolean {
    const value = this.#exact[slot];
    const [low, high] = this.#program.exact.get(predicate) ?? [null, null];
    if (value === undefined || low === null) return false;
    if (code === op.between || code === op.notBetween)
      return high !== null && (value >= low && value <= high) === (code === op.between);
    return compareNumbers(code, value, low, low);
  }

  #onText(predicate: number, code: number, slot: number): boolean {
    const text = this.#texts[slot];
    if (code === op.missing) return text === undefined;
    if (text === undefined) return false;
    if (code === op.present) return true;
    const arg = this.#program.arg[predicate] as number;
    const id = this.#ids[slot] as number;
    switch (code) {
      case op.same:
        return id === arg;
      case op.other:
        return id !== arg;
      case op.inSet:
        return hasBit(this.#program.sets[arg], id);
      case op.notInSet:
        return !hasBit(this.#program.sets[arg], id);
      case op.contains:
        return text.includes(this.#program.texts[arg] as string);
      case op.lacks:
        return !text.includes(this.#program.texts[arg] as string);
      case op.startsWith:
        return text.startsWith(this.#program.texts[arg] as string);
      case op.endsWith:
        return text.endsWith(this.#program.texts[arg] as string);
      case op.samePair:
        return this.#texts[arg] !== undefined && text === this.#texts[arg];
      case op.otherPair:
        return this.#texts[arg] !== undefined && text !== this.#texts[arg];
      default:
        return false;
    }
  }

  #load({ now, values }: FraudFacts): void {
    const { slotFields, slotForms, dictionaries } = this.#program;
    for (let slot = 0; slot < slotFields.length; slot += 1) {
      const field = slotFields[slot] as string;
      const value = values[field];
      const form = slotForms[slot] as SlotForm;
      if (form === 'text' || form === 'folded' || form === 'comparable') {
        const text = textIn(form, field, value);
        this.#texts[slot] = text;
        this.#ids[slot] = text === undefined ? 0 : (dictionaries[slot]?.get(text) ?? 0);
      } else if (isMissing(value)) {
        this.#numbers[slot] = Number.NaN;
      } else if (form === 'exact') {
        this.#exact[slot] = exactNumber(String(value)) ?? undefined;
        this.#numbers[slot] = 0;
      } else {
        this.#numbers[slot] = numberIn(form, value, now);
      }
    }
  }
}
