import { type ReactNode, useState } from 'react';
import { measureImpact } from '#features/fraud-impact/endpoints.ts';
import type { DraftRule, MeasuredImpact } from '#features/fraud-impact/schemas.ts';
import { callUntil } from '#web/call/call.ts';
import type { ConfirmedImpact } from '../../schemas.ts';
import { guardDays } from './activation-guard.tsx';
import { GuardDialog, exceedsGuard } from './guard-dialog.tsx';

type Answer = { kind: 'save'; confirmed?: ConfirmedImpact } | { kind: 'test' } | { kind: 'cancel' };

interface Question {
  rule: DraftRule;
  measured: MeasuredImpact | 'failed';
  answer: (answer: Answer) => void;
}

/** Asks before a rule is saved that is active at once: only when it would change many accepted payments. */
export function useSaveGuard({ orgId, name, ruleId }: { orgId: number; name: string; ruleId?: number }): {
  ask: (rule: DraftRule) => Promise<Answer>;
  isMeasuring: boolean;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();
  const [isMeasuring, setIsMeasuring] = useState(false);
  async function measure(rule: DraftRule): Promise<MeasuredImpact | 'failed'> {
    const body = { rule, days: guardDays, ...(ruleId === undefined ? {} : { ruleId }) } as const;
    setIsMeasuring(true);
    try {
      return await callUntil(measureImpact, { path: { orgId }, body }, undefined);
    } catch {
      return 'failed';
    } finally {
      setIsMeasuring(false);
    }
  }
  async function ask(rule: DraftRule): Promise<Answer> {
    if (rule.action === 'Ignore' || rule.action === 'Accept') return { kind: 'save' };
    const measured = await measure(rule);
    if (measured !== 'failed' && !exceedsGuard(measured))
      return { kind: 'save', confirmed: toConfirmed(measured) };
    const answer = await new Promise<Answer>((resolve) => setQuestion({ rule, measured, answer: resolve }));
    setQuestion(undefined);
    return answer;
  }
  const dialog = question && (
    <GuardDialog
      name={name}
      rule={question.rule}
      measured={question.measured}
      onConfirm={() =>
        question.answer({
          kind: 'save',
          ...(question.measured === 'failed' ? {} : { confirmed: toConfirmed(question.measured) }),
        })
      }
      onTestFirst={() => question.answer({ kind: 'test' })}
      onCancel={() => question.answer({ kind: 'cancel' })}
    />
  );
  return { ask, isMeasuring, dialog };
}

/** The figures that were shown, for the audit log. */
export const toConfirmed = ({ days, accepted, wouldChangeAccepted }: MeasuredImpact): ConfirmedImpact => ({
  days,
  accepted,
  wouldChangeAccepted,
});
