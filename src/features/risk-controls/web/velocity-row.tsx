import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ControlsForm } from '#features/risk-controls/controls-form.ts';
import type { VelocityType } from '#features/risk-controls/risk-controls.ts';
import classes from '#features/risk-controls/web/risk-controls.module.css';
import { VelocityDialog } from '#features/risk-controls/web/velocity-dialog.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';

type Rule = ControlsForm['rules'][VelocityType];
type Props = { type: VelocityType; rule: Rule; isFixed: boolean; onChange: (rule: Rule) => void };

/**
 * One velocity rule. Switched on without values it asks for them; without an answer it is off again
 * (docs/domain.md#velocity-rules).
 */
export function VelocityRow({ type, rule, isFixed, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const name = t(`risk_controls.rule.${type}`);
  const { values } = rule;
  return (
    <>
      <SwitchField
        label={name}
        isOn={rule.isOn}
        disabled={isFixed}
        onChange={(isOn) => {
          onChange({ ...rule, isOn });
          if (isOn && !values) setIsOpen(true);
        }}
        aside={
          values && (
            <>
              <span className={classes.rule}>
                {t('risk_controls.allowed', {
                  attempts: t('risk_controls.attempts', { count: values.velocity }),
                  hours: t('risk_controls.hours', { count: values.timePeriod }),
                })}
              </span>
              {!isFixed && (
                <>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('risk_controls.edit_rule', { name })}
                    onClick={() => setIsOpen(true)}
                  >
                    {t('risk_controls.edit')}
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('risk_controls.delete_rule', { name })}
                    onClick={() => onChange({ isOn: false, values: undefined })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </>
              )}
            </>
          )
        }
      />
      <VelocityDialog
        key={String(isOpen)}
        isOpen={isOpen}
        name={name}
        values={values}
        onDone={(next) => {
          setIsOpen(false);
          onChange({ isOn: true, values: next });
        }}
        onCancel={() => {
          setIsOpen(false);
          if (!values) onChange({ ...rule, isOn: false });
        }}
      />
    </>
  );
}
