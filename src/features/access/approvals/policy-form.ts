import { type ApprovalAction, approvalActions } from '#shared/approval-actions.ts';
import { parseAmount } from '#shared/money.ts';
import type { NewPolicy, PolicyView } from './schemas.ts';

interface RuleForm {
  isOn: boolean;
  hasAmount: boolean;
  /** Decimal text, '' while empty. */
  amount: string;
  currency: string;
  hours: string;
}
export type PolicyForm = Record<ApprovalAction, RuleForm> & { includesKeys: boolean };
export type PolicyErrors = Partial<Record<ApprovalAction, 'amount' | 'hours'>>;

export const takesAmount = (action: ApprovalAction): boolean =>
  action === 'refund' || action === 'payout' || action === 'answerDispute';

export function toPolicyForm({
  rules,
  includesKeys,
}: Pick<PolicyView, 'rules' | 'includesKeys'>): PolicyForm {
  const ruleOf = (action: ApprovalAction): RuleForm => {
    const rule = rules.find((candidate) => candidate.action === action);
    return {
      isOn: rule !== undefined,
      hasAmount: rule?.from != null,
      amount: rule?.from?.amount ?? '',
      currency: rule?.from?.currency ?? 'EUR',
      hours: String(rule?.hours ?? 24),
    };
  };
  return {
    refund: ruleOf('refund'),
    payout: ruleOf('payout'),
    activateRule: ruleOf('activateRule'),
    grantRole: ruleOf('grantRole'),
    changeProcessors: ruleOf('changeProcessors'),
    answerDispute: ruleOf('answerDispute'),
    erasePerson: ruleOf('erasePerson'),
    includesKeys,
  };
}

export function policyErrors(form: PolicyForm): PolicyErrors {
  const errors: PolicyErrors = {};
  for (const action of approvalActions) {
    const { isOn, hasAmount, amount, currency, hours } = form[action];
    if (!isOn) continue;
    if (takesAmount(action) && hasAmount && !parseAmount(amount, currency).ok) errors[action] = 'amount';
    else if (!/^\d{1,3}$/.test(hours) || Number(hours) < 1 || Number(hours) > 168) errors[action] = 'hours';
  }
  return errors;
}

/** The body of a request, without the version. */
export function toPolicyContent(form: PolicyForm): Omit<NewPolicy, 'version'> {
  return {
    rules: approvalActions
      .filter((action) => form[action].isOn)
      .map((action) => {
        const { hasAmount, amount, currency, hours } = form[action];
        const from = takesAmount(action) && hasAmount ? { amount, currency } : null;
        return { action, from, hours: Number(hours) };
      }),
    includesKeys: form.includesKeys,
  };
}
