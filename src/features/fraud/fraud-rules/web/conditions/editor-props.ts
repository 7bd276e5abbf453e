import type { Condition, ConditionType } from '../../rule.ts';
import type { SentenceLabels } from '../../sentence.ts';
import type { RuleData } from '../use-rule-data.ts';

export interface EditorProps<T extends ConditionType> {
  condition: Extract<Condition, { type: T }>;
  /** By field of the condition. */
  errors: Readonly<Record<string, string | undefined>>;
  data: RuleData;
  labels: SentenceLabels;
  onChange: (condition: Condition) => void;
}
