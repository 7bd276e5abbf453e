import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DraftRule, MeasuredImpact } from '#features/fraud/fraud-impact/schemas.ts';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { measureImpact } from '#features/fraud/fraud-impact/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import classes from './impact.module.css';
import { ImpactSample } from './impact-sample.tsx';
import { useImpactFormats } from './use-impact-formats.ts';

interface Props {
  name: string;
  rule: Pick<DraftRule, 'action'>;
  measured: MeasuredImpact | 'measuring' | 'failed';
  onConfirm: () => void | Promise<void>;
  onTestFirst: () => void;
  onCancel: () => void;
}

/** The confirmation of an activation. Focus starts on Cancel. */
export function GuardDialog({ name, rule, measured, onConfirm, onTestFirst, onCancel }: Props) {
  const { t } = useTranslation();
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isLarge = typeof measured === 'object' && exceedsGuard(measured);
  const mustTest = isLarge || measured === 'failed';
  async function confirm(): Promise<void> {
    setIsBusy(true);
    try {
      await onConfirm();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title={t('rule_impact.guard.title', { name })}
      size="medium"
      isLocked={isBusy}
      actions={
        <>
          {mustTest && (
            <Button variant="default" onClick={onTestFirst} disabled={isBusy}>
              {t('rule_impact.guard.test_first')}
            </Button>
          )}
          <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus>
            {t('rule_impact.guard.cancel')}
          </Button>
          <Button
            onClick={confirm}
            loading={isBusy}
            disabled={measured === 'measuring' || (isLarge && !isChecked)}
          >
            {t('rule_impact.guard.activate')}
          </Button>
        </>
      }
    >
      <div className={classes.text}>
        {measured === 'measuring' && <JobProgress label={t('rule_impact.guard.measuring')} />}
        {measured === 'failed' && <Notice kind="pending">{t('rule_impact.guard.unmeasured')}</Notice>}
        {typeof measured === 'object' && (
          <Figures measured={measured} action={rule.action} isLarge={isLarge} />
        )}
        {isLarge && (
          <CheckField
            label={t(`rule_impact.guard.checked_${effectOf(rule.action)}`)}
            isChecked={isChecked}
            onChange={setIsChecked}
          />
        )}
      </div>
    </Dialog>
  );
}

interface FiguresProps {
  measured: MeasuredImpact;
  action: DraftRule['action'];
  isLarge: boolean;
}

function Figures({ measured, action, isLarge }: FiguresProps) {
  const { t } = useTranslation();
  const { number, share, money } = useImpactFormats();
  const { wouldChangeAccepted, accepted, sample } = measured;
  if (action === 'Accept') return <p>{t('rule_impact.accept')}</p>;
  if (wouldChangeAccepted === 0) return <p>{t('rule_impact.guard.nothing')}</p>;
  const effect = effectOf(action);
  return (
    <>
      <p>
        {t(`rule_impact.guard.${effect}`, {
          number: number(wouldChangeAccepted),
          share: share(wouldChangeAccepted, accepted),
          money: money(measured.money),
        })}
      </p>
      {isLarge && (
        <Notice kind="pending">
          {t(`rule_impact.guard.large_${effect}`, { share: share(wouldChangeAccepted, accepted) })}
        </Notice>
      )}
      {isLarge && sample !== undefined && sample.length > 0 && <ImpactSample sample={sample} />}
    </>
  );
}

export const effectOf = (action: DraftRule['action']): 'block' | 'defer' =>
  action === 'Defer' || action === 'TerritoryDefer' ? 'defer' : 'block';

/** Whether the rule affects so many accepted payments that a second confirmation is needed. */
export function exceedsGuard({
  wouldChangeAccepted,
  accepted,
  guardShare,
  guardPayments,
}: Pick<MeasuredImpact, 'wouldChangeAccepted' | 'accepted' | 'guardShare' | 'guardPayments'>): boolean {
  return wouldChangeAccepted >= guardPayments && wouldChangeAccepted * 100 > accepted * guardShare;
}

interface ActivationGuardProps {
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
export function ActivationGuard({
  orgId,
  name,
  rule,
  ruleId,
  onConfirm,
  onTestFirst,
  onCancel,
}: ActivationGuardProps) {
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
