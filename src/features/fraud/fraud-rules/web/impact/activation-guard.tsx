import { measureImpact } from '#features/fraud/fraud-impact/endpoints.ts';
import type { DraftRule, MeasuredImpact } from '#features/fraud/fraud-impact/schemas.ts';
import { useCall } from '#web/call/use-call.ts';
import { GuardDialog } from './guard-dialog.tsx';

interface Props {
  orgId: number;
  name: string;
  rule: DraftRule;
  ruleId?: number;
  /** With the figures that were confirmed; undefined when the rule could not be measured. */
  onConfirm: (measured: MeasuredImpact | undefined) => void | Promise<void>;
  /** Makes the rule a test instead. */
  onTestFirst: () => void;
  onCancel: () => void;
}

export const guardDays = 30;

/** Asks before a rule becomes active, and a second time when it would affect many accepted payments. Mount it to open it. */
export function ActivationGuard({ orgId, name, rule, ruleId, onConfirm, onTestFirst, onCancel }: Props) {
  const body = { rule, days: guardDays, ruleId } as const;
  const measured = useCall(
    measureImpact,
    { path: { orgId }, body },
    { handlesOwnErrors: true, retry: false, refetchOnWindowFocus: false },
  );
  return (
    <GuardDialog
      name={name}
      rule={rule}
      measured={measured.isError ? 'failed' : (measured.data ?? 'measuring')}
      onConfirm={() => onConfirm(measured.data)}
      onTestFirst={onTestFirst}
      onCancel={onCancel}
    />
  );
}
