import { useMemo } from 'react';
import { fieldsWithUse } from '#features/record/fraud-fields/field-catalogue.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { hasCaseOption, isCaseField, withField, withOperator } from '../../conditions/condition-draft.ts';
import {
  customOperators,
  isTextType,
  operatorsOfList,
  simpleOperators,
} from '../../conditions/condition-fields.ts';
import { customValueKind, valueKindOf } from '../../conditions/condition-value.ts';
import { type ListOperator, customFieldId, parseOperator } from '../../rule.ts';
import type { EditorProps } from './editor-props.ts';
import { customFieldOf, fieldChoices, refOf } from './field-choices.ts';
import { ValueField } from './value-field.tsx';

/** Field, operator, letter case and value, of a built-in field. */
export function SimpleEditor({ condition, errors, data, labels, onChange }: EditorProps<'simple'>) {
  const { t } = useTranslation();
  const { field } = condition;
  const choices = useMemo(() => fieldChoices(fieldsWithUse('simple'), [], t), [t]);
  const { operator } = parseOperator(condition.operator);
  const kind = valueKindOf(field, operator);
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.field')}
        help={
          field === 'transactionAmount'
            ? t('rules.condition.amount_help')
            : field === 'fraudGuardScore'
              ? t('rules.condition.score_help')
              : undefined
        }
        choices={choices}
        value={field || null}
        error={errors.field}
        onChange={(next) => onChange(withField(condition, { field: next ?? '' }))}
      />
      {field !== '' && (
        <OperatorField
          operators={simpleOperators(field)}
          kind={
            dateKinds.has(valueKindOf(field, 'lessThan')) ? 'date' : numberKind(valueKindOf(field, 'equalTo'))
          }
          value={operator}
          error={errors.operator}
          onChange={(next) => onChange(withOperator(condition, next))}
        />
      )}
      <CaseField condition={condition} isCaseField={isCaseField(field)} onChange={onChange} />
      {operator !== '' && (
        <ValueField
          field={field}
          operator={operator}
          kind={kind}
          value={condition.value}
          error={errors.value}
          data={data}
          labels={labels}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
    </>
  );
}

const dateKinds = new Set<string>(['date', 'dateTime']);
const numberKinds = new Set<string>(['integer', 'tinyInteger', 'bigInteger', 'decimal']);
const numberKind = (kind: string): OperatorKind => (numberKinds.has(kind) ? 'number' : 'text');

/** The same for a custom field. */
export function CustomEditor({ condition, errors, data, labels, onChange }: EditorProps<'customField'>) {
  const { t } = useTranslation();
  const { customField } = condition;
  const { operator } = parseOperator(condition.operator);
  const isSelected = customField.descriptiveName !== '';
  const kind = customValueKind(customField.dataType, operator);
  const selectedField = customFieldOf(customFieldId(customField), data.customFields);
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.field')}
        choices={fieldChoices([], data.customFields, t)}
        value={isSelected ? customFieldId(customField) : null}
        error={errors.customField}
        onChange={(next) => {
          const nextField = customFieldOf(next ?? '', data.customFields);
          if (nextField) onChange(withField(condition, { customField: refOf(nextField) }));
        }}
      />
      {isSelected && (
        <OperatorField
          operators={customOperators(customField.dataType)}
          kind={
            dateKinds.has(customValueKind(customField.dataType, 'equalTo'))
              ? 'date'
              : numberKind(customValueKind(customField.dataType, 'equalTo'))
          }
          value={operator}
          error={errors.operator}
          onChange={(next) => onChange(withOperator(condition, next))}
        />
      )}
      <CaseField
        condition={condition}
        isCaseField={selectedField?.caseSensitiveOption ?? false}
        onChange={onChange}
      />
      {operator !== '' && (
        <ValueField
          field=""
          operator={operator}
          kind={kind}
          value={condition.value}
          error={errors.value}
          data={data}
          labels={labels}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
    </>
  );
}

type OperatorKind = 'text' | 'number' | 'date';

interface OperatorProps {
  operators: readonly string[];
  kind: OperatorKind;
  value: string;
  error: string | undefined;
  onChange: (operator: string) => void;
}

function OperatorField({ operators, kind, value, error, onChange }: OperatorProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('rules.condition.operator')}
      choices={operators.map((operator) => ({
        value: operator,
        label: t(`rules.operator.${kind}.${operator}`, {
          defaultValue: t(`rules.operator.text.${operator}`),
        }),
      }))}
      value={value || null}
      error={error}
      searchable={false}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

type CaseProps = Pick<EditorProps<'simple' | 'customField'>, 'condition' | 'onChange'> & {
  isCaseField: boolean;
};

function CaseField({ condition, isCaseField: hasOption, onChange }: CaseProps) {
  const { t } = useTranslation();
  if (!hasCaseOption(condition, hasOption)) return null;
  const { operator, ignoresCase } = parseOperator(condition.operator);
  return (
    <CheckField
      label={t('rules.condition.match_case')}
      isChecked={!ignoresCase}
      onChange={(isChecked) =>
        onChange({ ...condition, operator: isChecked ? operator : `${operator}IgnoreCase` })
      }
    />
  );
}

/** A field whose value a list has. */
export function ListEditor({ condition, errors, data, onChange }: EditorProps<'list'>) {
  const { t } = useTranslation();
  const { field, operator, listId } = condition;
  const custom = data.customFields.filter(({ dataType }) => isTextType(dataType));
  const lists = data.lists.filter(({ dataField }) => dataField === field);
  const help =
    field === ''
      ? undefined
      : lists.length === 0
        ? t('rules.condition.no_list')
        : t('rules.condition.list_help');
  return (
    <>
      <SelectField
        data-autofocus
        openOnFocus={false}
        label={t('rules.condition.field')}
        choices={fieldChoices(fieldsWithUse('list'), custom, t)}
        value={field || null}
        error={errors.field}
        onChange={(next) =>
          onChange({ type: 'list', field: next ?? '', operator: '' as ListOperator, listId: 0 })
        }
      />
      {field !== '' && (
        <SelectField
          label={t('rules.condition.operator')}
          choices={operatorsOfList(field).map((value) => ({
            value,
            label: t(`rules.operator.list.${value}`),
          }))}
          value={operator || null}
          error={errors.operator}
          onChange={(next) => onChange({ ...condition, operator: (next ?? '') as ListOperator })}
        />
      )}
      <SelectField
        label={t('rules.condition.list')}
        help={help}
        disabled={lists.length === 0}
        choices={lists.map((list) => ({
          value: String(list.listId),
          label: list.active ? list.name : t('rules.condition.inactive_list', { name: list.name }),
        }))}
        value={listId === 0 ? null : String(listId)}
        error={errors.listId}
        onChange={(next) => onChange({ ...condition, listId: Number(next ?? 0) })}
      />
    </>
  );
}
