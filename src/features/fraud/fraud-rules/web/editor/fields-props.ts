import type { RuleForm } from '../../rule-form.ts';
import type { SentenceLabels } from '../../sentence.ts';
import type { RuleData } from '../use-rule-data.ts';

export interface FieldsProps {
  form: RuleForm;
  onChange: (form: RuleForm) => void;
  /** Codes of errors by field of the rule. */
  errors: Readonly<Record<string, string | undefined>>;
  isReadOnly: boolean;
  data: RuleData;
  labels: SentenceLabels;
}
