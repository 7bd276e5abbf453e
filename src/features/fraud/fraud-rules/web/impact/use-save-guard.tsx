import { type ReactNode, useState } from 'react';
import { measureImpact } from '#features/fraud/fraud-impact/endpoints.ts';
import type { DraftRule, MeasuredImpact } from '#features/fraud/fraud-impact/schemas.ts';
import { callUntil } from '#web/call/call.ts';
import type { ConfirmedImpact } from '../../schemas.ts';
import { guardDays, GuardDialog, exceedsGuard } from './guard-dialog.tsx';

type GuardDecision = { kind: 'save'; confirmed?: ConfirmedImpact } | { kind: 'test' } | { kind: 'cancel' };

interface PendingSave {
  rule: DraftRule;
  measured: MeasuredImpact | 'failed';
  decide: (decide: GuardDecision) => void;
}

/** Asks before a rule is saved that is active at once: only when it would change many accepted payments. */
export function useSaveGuard({ orgId, name, ruleId }: { orgId: number; name: string; ruleId?: number }): {
  confirmSave: (rule: DraftRule) => Promise<GuardDecision>;
  isMeasuring: boolean;
  dialog: ReactNode;
} {
  const [pendingSave, setPendingSave] = useState<PendingSave>();
  const [isMeasuring, setIsMeasuring] = useState(false);
  async function measure(rule: DraftRule): Promise<MeasuredImpact | 'failed'> {
    const body = { rule, days: guardDays, ruleId } as const;
    setIsMeasuring(true);
    try {
      return await callUntil(measureImpact, { path: { orgId }, body }, undefined);
    } catch {
      return 'failed';
    } finally {
      setIsMeasuring(false);
    }
  }
  async function confirmSave(rule: DraftRule): Promise<GuardDecision> {
    if (rule.action === 'Ignore' || rule.action === 'Accept') return { kind: 'save' };
    const measured = await measure(rule);
    if (measured !== 'failed' && !exceedsGuard(measured))
      return { kind: 'save', confirmed: toConfirmed(measured) };
    const decision = await new Promise<GuardDecision>((resolve) =>
      setPendingSave({ rule, measured, decide: resolve }),
    );
    setPendingSave(undefined);
    return decision;
  }
  const dialog = pendingSave && (
    <GuardDialog
      name={name}
      rule={pendingSave.rule}
      measured={pendingSave.measured}
      onConfirm={() =>
        pendingSave.decide({
          kind: 'save',
          confirmed: pendingSave.measured === 'failed' ? undefined : toConfirmed(pendingSave.measured),
        })
      }
      onTestFirst={() => pendingSave.decide({ kind: 'test' })}
      onCancel={() => pendingSave.decide({ kind: 'cancel' })}
    />
  );
  return { confirmSave, isMeasuring, dialog };
}

/** The figures that were shown, for the audit log. */
export const toConfirmed = ({ days, accepted, wouldChangeAccepted }: MeasuredImpact): ConfirmedImpact => ({
  days,
  accepted,
  wouldChangeAccepted,
});
