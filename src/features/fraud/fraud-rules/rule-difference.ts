import type { RuleContent } from './rule.ts';
import { type SentenceLabels, conditionText, plainSentence } from './sentence.ts';

/** One change between two versions of a rule, as a text of the user's language. */
export interface RuleDifference {
  kind: 'added' | 'removed' | 'changed';
  text: string;
}

/** The changes of another version of a rule, in sentences. Empty when both are equal. */
export function ruleDifferences(
  before: RuleContent,
  after: RuleContent,
  labels: SentenceLabels,
): RuleDifference[] {
  const { t } = labels;
  const differences: RuleDifference[] = [];
  const addChange = (key: string, from: string, to: string): void => {
    if (from !== to)
      differences.push({ kind: 'changed', text: t(`rules.change.${key}`, { before: from, after: to }) });
  };
  addChange('name', before.name, after.name);
  addChange('description', before.description, after.description);
  const [oldTexts, newTexts] = [conditionTexts(before, labels), conditionTexts(after, labels)];
  const removed = subtract(oldTexts, newTexts).map((text) => ({ kind: 'removed' as const, text }));
  const added = subtract(newTexts, oldTexts).map((text) => ({ kind: 'added' as const, text }));
  differences.push(...removed, ...added);
  if (before.ruleType === 'rule' && after.ruleType === 'rule') {
    const operator = (rule: typeof before) =>
      t(rule.joinedConditions.logicalOperator === 'or' ? 'rules.any_of' : 'rules.all_of');
    const scope = (rule: typeof before) => t(`rules.scope.${rule.joinedConditions.scope ?? 'company'}`);
    addChange('operator', operator(before), operator(after));
    addChange('scope', scope(before), scope(after));
  }
  addChange('action', actionOf(before, labels), actionOf(after, labels));
  differences.push(
    ...describeIdChanges('merchants', before.merchantIds, after.merchantIds, labels),
    ...describeIdChanges('installations', before.installationIds, after.installationIds, labels),
  );
  return differences;
}

const conditionTexts = (rule: RuleContent, labels: SentenceLabels): string[] =>
  rule.ruleType === 'rule'
    ? rule.joinedConditions.conditions.map((condition) => conditionText(condition, labels))
    : [plainSentence({ ...rule, action: '' }, labels)];

/** Texts of the first list that the second does not have, each as often. */
function subtract(texts: readonly string[], removed: readonly string[]): string[] {
  const unmatched = [...removed];
  return texts.filter((text) => {
    const index = unmatched.indexOf(text);
    if (index >= 0) unmatched.splice(index, 1);
    return index < 0;
  });
}

/** "Defer, then capture after 2 days." */
function actionOf(
  { action, deferFinalAction, deferWaitPeriod, actionToTest }: RuleContent,
  labels: SentenceLabels,
): string {
  const { t } = labels;
  const parts = [t(`rules.action.${action.replace('Territory', '')}`)];
  if (actionToTest) parts.push(t(`rules.action.${actionToTest}`));
  if (deferFinalAction) parts.push(t(`rules.final.${deferFinalAction}`));
  if (deferWaitPeriod) parts.push(t('rules.period.DAYS', { count: Number(deferWaitPeriod.slice(0, 1)) }));
  return parts.join(', ');
}

function describeIdChanges(
  unit: 'merchants' | 'installations',
  before: readonly number[],
  after: readonly number[],
  { t }: SentenceLabels,
): RuleDifference[] {
  const added = after.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !after.includes(id)).length;
  const entry = (kind: 'added' | 'removed', count: number): RuleDifference[] =>
    count === 0 ? [] : [{ kind, text: t(`rules.${unit}`, { count }) }];
  return [...entry('removed', removed), ...entry('added', added)];
}
