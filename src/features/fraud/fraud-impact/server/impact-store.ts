import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import type { PaymentOutcome, Population } from './db/population.ts';

/** Rows that one measurement leaves to the engine. Above, it would take longer than a request may. */
export const maxUndecided = 100_000;
/** Above, ids are not collected: no overlap, and the sample is read by time. */
export const maxListed = 5000;
export const sampleSize = 20;

/** Payments with equal values in all counted columns. */
export interface Group {
  outcome: PaymentOutcome;
  alters: boolean;
  isRefunded: boolean;
  isFraud: boolean;
  ccyCode: string;
  source: string | null;
  /** null: left to the engine. */
  isMatch: boolean | null;
  payments: number;
  minor: number;
  ids: number[] | null;
  /** Payments without a value for each field, after a first element that is 0. */
  missing: number[];
}

/** The result of both stores about the payments of a population. */
export interface ImpactStore {
  /** `fraudIds`: the payments of the population that were reported as fraud. */
  readGroups(
    rule: EvaluatedRule,
    population: Population,
    fields: readonly string[],
    fraudIds?: readonly number[],
  ): Promise<Group[]>;
  /** Accepted payments that were refunded since, without those of `fraudIds`. */
  countRefunded(
    population: Population,
    groups: readonly Group[],
    fraudIds: readonly number[],
  ): Promise<number>;
  /** Ids of the newest payments of the merchants that match without the engine. */
  newestMatches(
    rule: EvaluatedRule,
    population: Population,
    merchantIds: readonly number[],
  ): Promise<number[]>;
}
