import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { withFirstField, withFirstLocation } from '../../conditions/condition-draft.ts';
import {
  comparedFieldId,
  comparisonFields,
  isComparisonPair,
  isLocationPair,
} from '../../conditions/condition-fields.ts';
import {
  type ComparedField,
  type Condition,
  type LocationType,
  customFieldId,
  locationFields,
} from '../../rule.ts';
import type { EditorProps } from './editor-props.ts';
import { customFieldOf, fieldChoices, refOf } from './field-choices.ts';

const locations = Object.keys(locationFields) as LocationType[];
type Equality = Extract<Condition, { type: 'geolocation' }>['operator'];

/** Compares two countries or two cities. */
export function GeolocationEditor({ condition, errors, onChange }: EditorProps<'geolocation'>) {
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
export function ComparisonEditor({ condition, errors, data, onChange }: EditorProps<'fieldComparison'>) {
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
