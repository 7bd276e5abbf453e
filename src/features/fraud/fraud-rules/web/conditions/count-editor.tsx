import { fieldsWithUse } from '#features/record/fraud-fields/field-catalogue.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useState } from 'react';
import { isMorphingPair, isTextType } from '../../conditions/condition-fields.ts';
import { blankCondition } from '../../conditions/condition-draft.ts';
import {
  type Comparator,
  type Condition,
  type Window,
  comparators,
  customFieldId,
  sumCurrencies,
  sumTypes,
  windows,
} from '../../rule.ts';
import type { EditorProps } from './editor-props.ts';
import { fieldChoices } from './field-choices.ts';
import classes from '../rules.module.css';

type Count = Extract<Condition, { type: 'velocityCount' | 'velocitySum' | 'morphing' }>;

/** The counted field, its key, the window and the limit. */
export function VelocityEditor({
  condition,
  errors,
  onChange,
}: EditorProps<'velocityCount' | 'velocitySum'>) {
  const { t } = useTranslation();
  const isSum = condition.type === 'velocitySum';
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.key')}
        help={t('rules.condition.count_help')}
        choices={fieldChoices(fieldsWithUse('velocity'), [], t)}
        value={condition.field || null}
        error={errors.field}
        onChange={(field) =>
          onChange({ ...condition, operator: '' as Comparator, value: Number.NaN, field: field ?? '' })
        }
      />
      {isSum && (
        <div className={classes.pair}>
          <SelectField
            label={t('rules.condition.sum_of')}
            choices={sumTypes.map((value) => ({ value, label: t(`rules.sum_type.${value}`) }))}
            value={condition.sumTypeField || null}
            error={errors.sumTypeField}
            onChange={(next) =>
              onChange({ ...condition, sumTypeField: (next ?? '') as typeof condition.sumTypeField })
            }
          />
          <SelectField
            label={t('rules.condition.currency')}
            help={t('rules.condition.currency_help')}
            choices={sumCurrencies.map((value) => ({ value, label: value.toUpperCase() }))}
            value={condition.currency || null}
            error={errors.currency}
            onChange={(next) =>
              onChange({ ...condition, currency: (next ?? '') as typeof condition.currency })
            }
          />
        </div>
      )}
      <LimitFields condition={condition} errors={errors} onChange={onChange} />
    </>
  );
}

/** Different values of a second field among attempts with the same first one. */
export function MorphingEditor({ condition, errors, data, onChange }: EditorProps<'morphing'>) {
  const { t } = useTranslation();
  const custom = data.customFields.filter(({ dataType }) => isTextType(dataType));
  const customIds = custom.map((field) => customFieldId(field));
  const first = [...fieldsWithUse('morphing'), ...fieldsWithUse('morphingFirst')];
  const isPair = (id: string) => isMorphingPair(condition.field1, id);
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.same')}
        help={t('rules.condition.count_help')}
        choices={fieldChoices(first, custom, t)}
        value={condition.field1 || null}
        error={errors.field1}
        onChange={(field1) =>
          onChange({ ...(blankCondition('morphing') as typeof condition), field1: field1 ?? '' })
        }
      />
      <SelectField
        label={t('rules.condition.different')}
        disabled={condition.field1 === ''}
        choices={fieldChoices(
          first.filter(isPair),
          custom.filter((_, index) => isPair(customIds[index] ?? '')),
          t,
        )}
        value={condition.field2 || null}
        error={errors.field2}
        onChange={(field2) => onChange({ ...condition, field2: field2 ?? '' })}
      />
      <LimitFields condition={condition} errors={errors} onChange={onChange} />
    </>
  );
}

type LimitProps = Pick<EditorProps<Count['type']>, 'condition' | 'errors' | 'onChange'>;

function LimitFields({ condition, errors, onChange }: LimitProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(Number.isNaN(condition.value) ? '' : String(condition.value));
  // Another field has cleared the number.
  const visibleText = Number.isNaN(condition.value) && /^\d+(?:\.\d*)?$/.test(typed) ? '' : typed;
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          label={t('rules.condition.operator')}
          choices={comparators.map((value) => ({ value, label: t(`rules.operator.number.${value}`) }))}
          value={condition.operator || null}
          error={errors.operator}
          searchable={false}
          onChange={(operator) => onChange({ ...condition, operator: (operator ?? '') as Comparator })}
        />
        <TextField
          label={t(condition.type === 'velocitySum' ? 'rules.condition.amount' : 'rules.condition.number')}
          inputMode="decimal"
          maxLength={12}
          value={visibleText}
          error={errors.value}
          onChange={(event) => {
            const text = event.currentTarget.value.trim().replace(',', '.');
            setTyped(text);
            onChange({ ...condition, value: /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN });
          }}
        />
      </div>
      <SelectField
        label={t('rules.condition.window')}
        choices={windows.map((value) => ({ value, label: t(`rules.window.${value}`) }))}
        value={condition.window || null}
        error={errors.window}
        searchable={false}
        onChange={(window) => onChange({ ...condition, window: (window ?? '') as Window })}
      />
    </>
  );
}
