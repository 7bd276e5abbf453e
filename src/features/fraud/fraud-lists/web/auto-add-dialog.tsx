import { Notice } from '#ui/feedback/notice.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type AutoAddConfig,
  type ExpiryUnit,
  type SourceType,
  type TargetType,
  expiryUnits,
  findContradiction,
  maxExpiry,
  sourceTypes,
  targetTypes,
} from '../auto-add.ts';
import { saveAutoAdd } from '../endpoints.ts';
import classes from './fraud-lists.module.css';

interface AutoAddDialogProps {
  config: AutoAddConfig;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Which blocked values add which others, and for how long. */
export function AutoAddDialog({ isOpen, ...props }: AutoAddDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('fraud_lists.auto_add.title')} size="medium">
      {isOpen && <AutoAddFields {...props} />}
    </Dialog>
  );
}

function AutoAddFields({ config, onClose, onSaved }: Omit<AutoAddDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const send = useSend(saveAutoAdd, { handlesOwnErrors: true });
  const form = useForm<AutoAddForm, AutoAddErrors>({
    initial: toAutoAddForm(config),
    validate: findAutoAddErrors,
    errorText: (code, field): string =>
      field === 'period'
        ? t('fraud_lists.auto_add.number_wrong', { max: maxExpiry[form.values.unit] })
        : t(`fraud_lists.auto_add.${code}`),
    async send(values) {
      const path = { orgId: organisation.selectedParentOrgId };
      await send.mutateAsync({ path, body: toAutoAddConfig(values) });
      onClose();
      onSaved();
    },
  });
  const { values, change } = form;
  // Every further type can solve a contradiction, so it appears at once.
  const contradiction = findContradiction(values);
  const typesError = contradiction
    ? t(`fraud_lists.auto_add.contradiction_${contradiction.side}`, {
        type: t(`fraud_lists.auto_add.type_title.${contradiction.type}`),
      })
    : form.error('types');
  return (
    <FormStack
      onSubmit={form.submit}
      actions={
        <DialogButtons submit={t('fraud_lists.auto_add.save')} isBusy={form.isBusy} onCancel={onClose} />
      }
    >
      <SwitchField
        label={t('fraud_lists.auto_add.switch')}
        isOn={values.active}
        onChange={(active) => change({ active })}
      />
      <TypeChoices
        label={t('fraud_lists.auto_add.sources')}
        types={Object.keys(sourceTypes) as SourceType[]}
        selected={values.sourceTypes}
        onChange={(selected) => change({ sourceTypes: selected })}
      />
      <TypeChoices
        label={t('fraud_lists.auto_add.targets')}
        types={Object.keys(targetTypes) as TargetType[]}
        selected={values.targetTypes}
        onChange={(selected) => change({ targetTypes: selected })}
      />
      {typesError !== undefined && <Notice kind="failed">{typesError}</Notice>}
      <SelectField
        label={t('fraud_lists.auto_add.expiry')}
        choices={[
          { value: 'source', label: t('fraud_lists.auto_add.expiry_source') },
          { value: 'after', label: t('fraud_lists.auto_add.expiry_after') },
        ]}
        value={values.isAfter ? 'after' : 'source'}
        onChange={(choice) => change({ isAfter: choice === 'after' })}
      />
      {values.isAfter && <PeriodFields form={form} />}
      <FailureNotice failure={form.failure} title={t('fraud_lists.auto_add.failed')} />
    </FormStack>
  );
}

interface TypeChoicesProps<T extends SourceType> {
  label: string;
  types: readonly T[];
  selected: readonly T[];
  onChange: (selected: T[]) => void;
}

function TypeChoices<T extends SourceType>({ label, types, selected, onChange }: TypeChoicesProps<T>) {
  const { t } = useTranslation();
  return (
    <div className={classes.group} role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      <div className={classes.choices}>
        {types.map((type) => (
          <CheckField
            key={type}
            label={t(`fraud_lists.auto_add.type_title.${type}`)}
            isChecked={selected.includes(type)}
            onChange={(isOn) =>
              onChange(isOn ? [...selected, type] : selected.filter((selectedType) => selectedType !== type))
            }
          />
        ))}
      </div>
    </div>
  );
}

function PeriodFields({ form }: { form: FormState<AutoAddForm, AutoAddErrors> }) {
  const { t } = useTranslation();
  return (
    <div className={classes.expiry}>
      <TextField
        {...form.field('period')}
        label={t('fraud_lists.auto_add.number')}
        className="number"
        inputMode="numeric"
        maxLength={4}
      />
      <SelectField
        label={t('fraud_lists.auto_add.unit')}
        choices={expiryUnits.map((unit) => ({ value: unit, label: t(`fraud_lists.auto_add.units.${unit}`) }))}
        value={form.values.unit}
        onChange={(next) => form.change({ unit: next as ExpiryUnit })}
      />
    </div>
  );
}

interface AutoAddForm extends Omit<AutoAddConfig, 'expiry'> {
  /** The added values expire after a period, not with the value that matched. */
  isAfter: boolean;
  /** The number as it was typed. */
  period: string;
  unit: ExpiryUnit;
}

type AutoAddErrors = Partial<Record<'types' | 'period', string>>;

const toAutoAddForm = ({ expiry, ...config }: AutoAddConfig): AutoAddForm => ({
  ...config,
  isAfter: expiry !== null,
  period: String(expiry?.value ?? 6),
  unit: expiry?.expiryPeriodicity ?? 'MONTHS',
});

function toAutoAddConfig({ isAfter, period, unit, ...config }: AutoAddForm): AutoAddConfig {
  return { ...config, expiry: isAfter ? { value: Number(period), expiryPeriodicity: unit } : null };
}

function findAutoAddErrors(form: AutoAddForm): AutoAddErrors {
  const { isAfter, period, unit } = form;
  const isPeriod = /^\d{1,4}$/.test(period) && Number(period) >= 1 && Number(period) <= maxExpiry[unit];
  const missing = findMissingSide(form);
  return {
    ...(missing !== undefined && { types: `no_${missing}` }),
    ...(findContradiction(form) !== undefined && { types: 'contradiction' }),
    ...(isAfter && !isPeriod && { period: 'number_wrong' }),
  };
}

/** The side that has no type, of an auto-add that is on. */
function findMissingSide({ active, sourceTypes, targetTypes }: AutoAddForm): 'source' | 'target' | undefined {
  if (!active) return undefined;
  if (sourceTypes.length === 0) return 'source';
  return targetTypes.length === 0 ? 'target' : undefined;
}
