/**
 * Outcomes of rules, lists and territories (docs/domain.md#fraud-decisions). The last two are older names of
 * lists.
 */
export const riskOutcomes = [
  'ACCEPT',
  'BLOCK',
  'DEFER',
  'IGNORE',
  'TERRITORY_BLOCK',
  'TERRITORY_DEFER',
  'NEGATIVE_LIST',
  'POSITIVE_LIST',
  'NONE',
  'BLACKLIST',
  'WHITELIST',
] as const;
type RiskOutcome = (typeof riskOutcomes)[number];

const olderNames: Readonly<Record<string, RiskOutcome>> = {
  NEGATIVE_LIST: 'BLACKLIST',
  POSITIVE_LIST: 'WHITELIST',
};

/** The choices: each list has one name. */
export const selectableOutcomes = riskOutcomes.filter(
  (outcome) => !Object.values(olderNames).includes(outcome),
);

/** The values to request: old payments have the older name of the same outcome. */
export function outcomesWithAliases(outcome: string): string[] {
  const olderName = olderNames[outcome];
  return olderName === undefined ? [outcome] : [outcome, olderName];
}

/** Both names of a list, given either. Other outcomes have one name. */
export function outcomeNames(outcome: string): string[] {
  const newerName = Object.keys(olderNames).find((name) => olderNames[name] === outcome);
  return outcomesWithAliases(newerName ?? outcome);
}
