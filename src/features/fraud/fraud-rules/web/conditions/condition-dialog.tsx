import { Button } from '@mantine/core';
import { isDeepEqual } from '#web/form/is-deep-equal.ts';
import { useState } from 'react';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { normaliseCondition } from '../../conditions/normalise-condition.ts';
import { type ConditionError, validateCondition } from '../../conditions/validate-condition.ts';
import {
  type Condition,
  type ConditionType,
  type AgeOperator,
  type AgeUnit,
  ageOperators,
  ageUnits,
} from '../../rule.ts';
import { type SentenceLabels, conditionText } from '../../sentence.ts';
import type { RuleData } from '../use-rule-data.ts';
import classes from '../rules.module.css';
import type { EditorProps } from './editor-props.ts';
import { MorphingEditor, VelocityEditor } from './count-editor.tsx';
import { ComparisonEditor, GeolocationEditor } from './pair-editor.tsx';
import { CustomEditor, ListEditor, SimpleEditor } from './value-editor.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { withAgeOperator } from '../../conditions/condition-draft.ts';
import { splitRange } from '../../conditions/condition-value.ts';
import { fieldChoices } from './field-choices.ts';

interface Props {
  isOpen: boolean;
  /** A blank one for a new condition. */
  initial: Condition;
  isNew: boolean;
  data: RuleData;
  labels: SentenceLabels;
  onDone: (condition: Condition) => void;
  onCancel: () => void;
}

/** The editor of one condition, with its sentence on top. Give it a key, so that each opening starts fresh. */
export function ConditionDialog({ isOpen, initial, isNew, data, labels, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [condition, setCondition] = useState(initial);
  const [conditionError, setConditionError] = useState<ConditionError>();
  const isSame = isDeepEqual(condition, initial);
  function submit(): void {
    const saved = normaliseCondition(condition);
    // Ages are not reordered: the fields show which number is the higher one.
    const conditionError = validateCondition(condition, data.context);
    setConditionError(conditionError);
    if (conditionError === undefined && (isNew || !isSame)) onDone(saved);
  }
  const errors =
    conditionError === undefined
      ? {}
      : { [conditionError.field]: describeError(condition.type, conditionError, t) };
  const change = (next: Condition): void => {
    setCondition(next);
    setConditionError(undefined);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      size="medium"
      title={t(`rules.condition_type.${condition.type}`)}
    >
      <p className={classes.clause} aria-live="polite">
        {conditionText(condition, labels)}
      </p>
      <FormStack
        label={t(`rules.condition_type.${condition.type}`)}
        onSubmit={submit}
        actions={
          <>
            <Button variant="default" onClick={onCancel}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={!isNew && isSame}>
              {t(isNew ? 'rules.condition.add' : 'rules.condition.save')}
            </Button>
          </>
        }
      >
        <Editor condition={condition} errors={errors} data={data} labels={labels} onChange={change} />
      </FormStack>
    </Dialog>
  );
}

function Editor({ condition, ...rest }: EditorProps<ConditionType>) {
  switch (condition.type) {
    case 'simple':
      return <SimpleEditor {...rest} condition={condition} />;
    case 'customField':
      return <CustomEditor {...rest} condition={condition} />;
    case 'list':
      return <ListEditor {...rest} condition={condition} />;
    case 'velocityCount':
    case 'velocitySum':
      return <VelocityEditor {...rest} condition={condition} />;
    case 'morphing':
      return <MorphingEditor {...rest} condition={condition} />;
    case 'geolocation':
      return <GeolocationEditor {...rest} condition={condition} />;
    case 'fieldComparison':
      return <ComparisonEditor {...rest} condition={condition} />;
    case 'age':
    case 'generalAge':
      return <AgeEditor {...rest} condition={condition} />;
  }
}

const secondFields = new Set(['field2', 'secondField', 'locationType2']);
const counts = new Set<ConditionType>(['velocityCount', 'velocitySum', 'morphing', 'age', 'generalAge']);

/** The sentence of an error, which names the value to enter or choose. */
function describeError(type: ConditionType, { field, detail }: ConditionError, t: Translate): string {
  if (secondFields.has(field))
    return t(
      type === 'morphing' && detail !== 'missing' ? 'rules.error.follows' : 'rules.error.second_field',
    );
  if (field === 'value' && detail === 'too_small')
    return t(type === 'morphing' ? 'rules.error.above_zero' : 'rules.error.higher');
  if (field === 'value' && counts.has(type)) return t('rules.error.number');
  if (field === 'value' && detail !== 'missing') return t('rules.error.value_invalid');
  const key = ['customField', 'firstField', 'locationType1', 'field1'].includes(field) ? 'field' : field;
  return t(`rules.error.${key}`);
}

/** The age of the customer in years, or the time since a custom date. */
function AgeEditor({ condition, errors, data, onChange }: EditorProps<'age' | 'generalAge'>) {
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
