import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { withAgeOperator } from '../../conditions/condition-draft.ts';
import { splitRange } from '../../conditions/condition-value.ts';
import { type AgeOperator, type AgeUnit, ageOperators, ageUnits } from '../../rule.ts';
import classes from '../rules.module.css';
import type { EditorProps } from './editor-props.ts';
import { fieldChoices } from './field-choices.ts';

/** The age of the customer in years, or the time since a custom date. */
export function AgeEditor({ condition, errors, data, onChange }: EditorProps<'age' | 'generalAge'>) {
  const { t } = useTranslation();
  const { type, operator, value } = condition;
  const isRange = operator === 'between';
  const [low, high] = isRange ? (splitRange(value) ?? ['', '']) : [value, ''];
  const set = (text: string) => onChange({ ...condition, value: text });
  const number = (label: string, text: string, error: string | undefined, change: (text: string) => void) => (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={6}
      value={text}
      error={error}
      onChange={(event) => change(event.currentTarget.value.trim())}
    />
  );
  return (
    <>
      {type === 'generalAge' && (
        <SelectField
          data-autofocus
          openOnFocus={false}
          label={t('rules.condition.field')}
          choices={fieldChoices(
            [],
            data.customFields.filter(({ dataType }) => dataType === 'date'),
            t,
          )}
          value={condition.field || null}
          error={errors.field}
          onChange={(field) =>
            onChange({
              ...condition,
              operator: '' as AgeOperator,
              value: '',
              precision: '' as AgeUnit,
              field: field ?? '',
            })
          }
        />
      )}
      <SelectField
        data-autofocus={type === 'age' || undefined}
        openOnFocus={false}
        label={t('rules.condition.operator')}
        choices={ageOperators.map((ageOperator) => ({
          value: ageOperator,
          label: t(
            type === 'age' ? `rules.operator.age.${ageOperator}` : `rules.operator.number.${ageOperator}`,
          ),
        }))}
        value={operator || null}
        error={errors.operator}
        onChange={(next) => onChange(withAgeOperator(condition, (next ?? '') as AgeOperator))}
      />
      {isRange ? (
        <div className={classes.pair}>
          {number(t('rules.condition.from'), low, errors.value, (text) => set(`${text}|${high}`))}
          {number(t('rules.condition.to'), high, undefined, (text) => set(`${low}|${text}`))}
        </div>
      ) : (
        number(t(type === 'age' ? 'rules.condition.years' : 'rules.condition.number'), low, errors.value, set)
      )}
      {type === 'generalAge' && (
        <SelectField
          label={t('rules.condition.unit')}
          choices={ageUnits.map((unit) => ({ value: unit, label: t(`rules.unit.${unit}`) }))}
          value={condition.precision || null}
          error={errors.precision}
          onChange={(next) => onChange({ ...condition, precision: (next ?? '') as AgeUnit })}
        />
      )}
    </>
  );
}
