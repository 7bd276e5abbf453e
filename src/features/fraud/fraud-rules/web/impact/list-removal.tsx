import type { ListRemoval } from '#features/fraud/fraud-impact/schemas.ts';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exceedsGuard, effectOf } from './guard-dialog.tsx';
import { useImpactFormats } from './use-impact-formats.ts';

interface Props {
  removal: ListRemoval | 'measuring' | 'failed';
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
}

/** Rules with "is not on" a list act on every payment once the list counts as empty: how many accepted ones. */
export function ListRemovalImpact({ removal, isChecked, onCheck }: Props) {
  const { t } = useTranslation();
  const { number, share, money } = useImpactFormats();
  if (removal === 'measuring') return <JobProgress label={t('rule_impact.guard.measuring')} />;
  const check = needsCheck(removal) && (
    <CheckField label={t('rule_impact.list.checked')} isChecked={isChecked} onChange={onCheck} />
  );
  if (removal === 'failed') {
    return (
      <>
        <Notice kind="pending">{t('rule_impact.list.failed')}</Notice>
        {check}
      </>
    );
  }
  return (
    <>
      {removal.rules.map(({ ruleId, name, action, impact }) => (
        <p key={ruleId}>
          {impact.wouldChangeAccepted === 0
            ? t('rule_impact.list.nothing', { name })
            : t(`rule_impact.list.${effectOf(action)}`, {
                name,
                number: number(impact.wouldChangeAccepted),
                share: share(impact.wouldChangeAccepted, impact.accepted),
                money: money(impact.money),
              })}
        </p>
      ))}
      {removal.unmeasured > 0 && (
        <Notice kind="pending">
          {t('rule_impact.list.unmeasured', {
            count: removal.unmeasured,
            number: number(removal.unmeasured),
          })}
        </Notice>
      )}
      {check}
    </>
  );
}

/** Whether the change needs the second confirmation of an activation: its effect is large, or unknown. */
export const needsCheck = (removal: ListRemoval | 'measuring' | 'failed'): boolean =>
  removal === 'failed' ||
  (removal !== 'measuring' &&
    (removal.unmeasured > 0 || removal.rules.some(({ impact }) => exceedsGuard(impact))));
