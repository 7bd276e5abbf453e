import { Button } from '@mantine/core';
import { isDeepEqual } from '#web/form/use-form.ts';
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
  type ComparedField,
  type LocationType,
  customFieldId,
  locationFields,
} from '../../rule.ts';
import { type SentenceLabels, conditionText } from '../../sentence.ts';
import type { RuleData } from '../use-rule-data.ts';
import {
  comparedFieldId,
  comparisonFields,
  isComparisonPair,
  isLocationPair,
} from '../../conditions/condition-fields.ts';
import classes from '../rules.module.css';
import type { EditorProps } from './editor-props.ts';
import { MorphingEditor, VelocityEditor } from './count-editor.tsx';
import { CustomEditor, ListEditor, SimpleEditor } from './value-editor.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { withAgeOperator, withFirstField, withFirstLocation } from '../../conditions/condition-draft.ts';
import { splitRange } from '../../conditions/condition-value.ts';
import { fieldChoices, customFieldOf, refOf } from './field-choices.ts';

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

const locations = Object.keys(locationFields) as LocationType[];
type Equality = Extract<Condition, { type: 'geolocation' }>['operator'];

/** Compares two countries or two cities. */
function GeolocationEditor({ condition, errors, onChange }: EditorProps<'geolocation'>) {
  const { t } = useTranslation();
  const { locationType1: first, locationType2: second } = condition;
  const choice = (value: LocationType) => ({ value, label: t(`risk.field.${locationFields[value]}`) });
  // The city of the IP address has two names. The editor offers only one of them.
  const available = locations.filter(
    (location) => location !== 'transactionIpCity' || first === location || second === location,
  );
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.first_field')}
        choices={available.map(choice)}
        value={first || null}
        error={errors.locationType1}
        onChange={(next) => next && onChange(withFirstLocation(next as LocationType))}
      />
      <EqualityField
        value={condition.operator}
        error={errors.operator}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      <SelectField
        label={t('rules.condition.second_field')}
        disabled={(first as string) === ''}
        choices={available
          .filter((candidate) => (first as string) !== '' && isLocationPair(first, candidate))
          .map(choice)}
        value={second || null}
        error={errors.locationType2}
        onChange={(next) => next && onChange({ ...condition, locationType2: next as LocationType })}
      />
    </>
  );
}

/** Compares two fields of a payment. */
function ComparisonEditor({ condition, errors, data, onChange }: EditorProps<'fieldComparison'>) {
  const { t } = useTranslation();
  const { firstField, secondField } = condition;
  const read = (id: string | null): ComparedField => {
    const custom = customFieldOf(id ?? '', data.customFields);
    return custom ? { type: 'customField', ...refOf(custom) } : { type: 'simpleField', name: id ?? '' };
  };
  const first = comparedFieldId(firstField);
  const second = comparedFieldId(secondField);
  const fits = (id: string) => isComparisonPair(firstField, read(id));
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.first_field')}
        choices={fieldChoices(comparisonFields(), data.customFields, t)}
        value={first || null}
        error={errors.firstField}
        onChange={(next) => onChange(withFirstField(read(next)))}
      />
      <EqualityField
        value={condition.operator}
        error={errors.operator}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      <SelectField
        label={t('rules.condition.second_field')}
        disabled={first === ''}
        choices={fieldChoices(
          comparisonFields().filter(fits),
          data.customFields.filter((field) => fits(customFieldId(field))),
          t,
        )}
        value={second || null}
        error={errors.secondField}
        onChange={(next) => onChange({ ...condition, secondField: read(next) })}
      />
    </>
  );
}

interface EqualityProps {
  value: string;
  error: string | undefined;
  onChange: (operator: Equality) => void;
}

function EqualityField({ value, error, onChange }: EqualityProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('rules.condition.operator')}
      choices={(['equalTo', 'notEqualTo'] as const).map((operator) => ({
        value: operator,
        label: t(`rules.operator.pair.${operator}`),
      }))}
      value={value || null}
      error={error}
      onChange={(next) => onChange((next ?? '') as Equality)}
    />
  );
}
