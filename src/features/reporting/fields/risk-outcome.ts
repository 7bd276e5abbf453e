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
export const chosenOutcomes = riskOutcomes.filter((one) => !Object.values(olderNames).includes(one));

/** The values to request: old payments have the older name of the same outcome. */
export function outcomesWithAliases(outcome: string): string[] {
  const older = olderNames[outcome];
  return older === undefined ? [outcome] : [outcome, older];
}

/** Both names of a list, given either; other outcomes have one. */
export function outcomeNames(outcome: string): string[] {
  const newer = Object.keys(olderNames).find((name) => olderNames[name] === outcome);
  return outcomesWithAliases(newer ?? outcome);
}
