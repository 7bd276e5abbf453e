import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DraftRule } from '#features/fraud/fraud-impact/schemas.ts';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ImpactFigures } from './impact-figures.tsx';
import classes from './impact.module.css';
import { useImpactFormats } from './use-impact-formats.ts';
import { type ImpactState, useImpact } from './use-impact.ts';

interface Props {
  orgId: number;
  /** The rule as it would be saved; undefined while a part of it is missing. */
  rule: DraftRule | undefined;
  /** The saved rule that is being changed. */
  ruleId?: number;
  fieldName: (field: string) => string;
}

/**
 * The effect that a rule would have had on the payments of the last 7, 30 and 90 days. Beside the editor; on a phone
 * a bar that opens a sheet.
 */
export function ImpactPanel({ orgId, rule, ruleId, fieldName }: Props) {
  // The figures of the last complete rule stay while it is being changed.
  const [complete, setComplete] = useState(rule);
  if (rule !== undefined && JSON.stringify(rule) !== JSON.stringify(complete)) setComplete(rule);
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  if (complete === undefined)
    return isPhone ? null : (
      <aside className={classes.panel} aria-label={t('rule_impact.panel')}>
        <h2>{t('rule_impact.panel')}</h2>
        <p className={classes.hint}>{t('rule_impact.empty')}</p>
      </aside>
    );
  return (
    <MeasuredPanel
      orgId={orgId}
      rule={complete}
      ruleId={ruleId}
      fieldName={fieldName}
      isIncomplete={rule === undefined}
    />
  );
}

function MeasuredPanel(props: Props & { rule: DraftRule; isIncomplete: boolean }) {
  const { orgId, rule, ruleId, fieldName, isIncomplete } = props;
  const impact = useImpact(orgId, rule, ruleId);
  return (
    <ImpactFrame
      impact={impact}
      action={rule.action}
      isIncomplete={isIncomplete}
      fieldName={fieldName}
      ruleId={ruleId}
    />
  );
}

interface FrameProps {
  impact: ImpactState;
  ruleId?: number;
  action: DraftRule['action'];
  isIncomplete: boolean;
  fieldName: (field: string) => string;
}

/** The panel around figures: a column, or the bar of a phone. */
export function ImpactFrame(props: FrameProps) {
  const { t } = useTranslation();
  const { number } = useImpactFormats();
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const figures = <ImpactFigures {...props} />;
  if (!isPhone)
    return (
      <aside className={classes.panel} aria-label={t('rule_impact.panel')}>
        <h2>{t('rule_impact.panel')}</h2>
        {figures}
      </aside>
    );
  const month = props.impact.ranges[1];
  return (
    <>
      <Button variant="default" fullWidth className={classes.bar ?? ''} onClick={() => setIsOpen(true)}>
        {month === undefined
          ? t('rule_impact.panel')
          : t('rule_impact.bar', { number: number(month.wouldChange) })}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('rule_impact.panel')}>
        {figures}
      </Sheet>
    </>
  );
}
