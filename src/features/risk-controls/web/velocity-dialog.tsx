import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { quantityFault } from '#features/risk-controls/controls-form.ts';
import { type VelocityRule, timePeriods } from '#features/risk-controls/risk-controls.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';

type Values = Pick<VelocityRule, 'velocity' | 'timePeriod'>;
type Props = {
  isOpen: boolean;
  name: string;
  /** Undefined for a new rule. */
  values: Values | undefined;
  onDone: (values: Values) => void;
  onCancel: () => void;
};

/** How many attempts in how many hours; an edit needs a change (docs/domain.md#velocity-rules). */
export function VelocityDialog({ isOpen, name, values, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [typed, setTyped] = useState(values ? String(values.velocity) : '');
  const [hours, setHours] = useState<string | null>(values ? String(values.timePeriod) : null);
  const [isJudged, setIsJudged] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  const fault = quantityFault(typed);
  const timePeriod = timePeriods.find((one) => String(one) === hours);
  const isSame =
    values != null && String(values.velocity) === typed.trim() && values.timePeriod === timePeriod;
  function submit(): void {
    setIsJudged(true);
    if (fault === undefined && timePeriod !== undefined && !isSame) {
      onDone({ velocity: Number(typed.trim()), timePeriod });
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      title={t(values ? 'risk_controls.edit_rule' : 'risk_controls.new_rule', { name })}
    >
      <FormStack
        label={name}
        onSubmit={submit}
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
          label={t('risk_controls.quantity')}
          help={t('risk_controls.quantity_help')}
          error={fault && (isJudged || hasLeft) ? t(`risk_controls.quantity_fault.${fault}`) : undefined}
          inputMode="numeric"
          maxLength={10}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setHasLeft(typed !== '')}
        />
        <SelectField
          label={t('risk_controls.period')}
          error={isJudged && timePeriod === undefined ? t('risk_controls.period_missing') : undefined}
          value={hours}
          choices={timePeriods.map((value) => ({
            value: String(value),
            label: t('risk_controls.hours', { count: value }),
          }))}
          onChange={setHours}
        />
      </FormStack>
    </Dialog>
  );
}
