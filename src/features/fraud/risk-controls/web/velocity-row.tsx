import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type ControlsForm, velocityErrors } from '../controls-form.ts';
import { type VelocityType, type VelocityRule, timePeriods } from '../risk-controls.ts';
import classes from './risk-controls.module.css';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

type Values = Pick<VelocityRule, 'velocity' | 'timePeriod'>;
type Rule = ControlsForm['rules'][VelocityType];
interface RowProps {
  type: VelocityType;
  rule: Rule;
  isFixed: boolean;
  onChange: (rule: Rule) => void;
}

/**
 * One velocity rule. Switching it on without values opens the dialog; cancelling switches it off again
 * (docs/domain.md#velocity-rules).
 */
export function VelocityRow({ type, rule, isFixed, onChange }: RowProps) {
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

interface DialogProps {
  isOpen: boolean;
  name: string;
  /** Undefined for a new rule. */
  values: Values | undefined;
  onDone: (values: Values) => void;
  onCancel: () => void;
}

/** Attempts and hours of a rule. Saving requires a change (docs/domain.md#velocity-rules). */
function VelocityDialog({ isOpen, name, values, onDone, onCancel }: DialogProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const form = useForm({
    initial: {
      velocity: values ? String(values.velocity) : '',
      hours: values ? String(values.timePeriod) : '',
    },
    comparable: (typed) => [typed.velocity.trim(), typed.hours],
    validate: velocityErrors,
    errorText: (error, field: 'velocity' | 'hours') =>
      t(field === 'hours' ? 'risk_controls.period_missing' : `risk_controls.quantity_error.${error}`),
    send(typed) {
      const timePeriod = timePeriods.find((period) => String(period) === typed.hours);
      if (timePeriod !== undefined && !isSame) onDone({ velocity: Number(typed.velocity), timePeriod });
    },
  });
  const { hours } = form.values;
  const isSame = values !== undefined && !form.isDirty;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      title={t(values ? 'risk_controls.edit_rule' : 'risk_controls.new_rule', { name })}
    >
      <FormStack
        label={name}
        onSubmit={form.submit}
        actions={
          <>
            <Button variant="default" onClick={onCancel}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={isSame}>
              {t(values ? 'risk_controls.update' : 'risk_controls.add')}
            </Button>
          </>
        }
      >
        <TextField
          {...form.field('velocity')}
          label={t('risk_controls.quantity')}
          help={t('risk_controls.quantity_help')}
          inputMode="numeric"
          maxLength={10}
          data-autofocus
        />
        <SelectField
          label={t('risk_controls.period')}
          error={form.error('hours')}
          value={hours === '' ? null : hours}
          choices={timePeriods.map((value) => ({
            value: String(value),
            label: t('risk_controls.hours', { count: value }),
          }))}
          onChange={(next) => form.change({ hours: next ?? '' })}
        />
      </FormStack>
    </Dialog>
  );
}
