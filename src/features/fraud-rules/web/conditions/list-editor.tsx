import { fieldsWithUse } from '#features/fraud-fields/field-catalogue.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { isTextType, operatorsOfList } from '../../conditions/condition-fields.ts';
import type { ListOperator } from '../../rule.ts';
import type { EditorProps } from './editor-props.ts';
import { fieldChoices } from './field-choices.ts';

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
