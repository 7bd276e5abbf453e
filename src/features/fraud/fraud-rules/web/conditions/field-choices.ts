import {
  hasSource,
  type FieldCategory,
  type FraudFieldId,
  findFraudField,
} from '#features/record/fraud-fields/field-catalogue.ts';
import type { ChoiceGroup } from '#ui/form/select-field.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { RuleCustomField } from '../../conditions/condition-fields.ts';
import { type CustomFieldRef, customFieldId } from '../../rule.ts';

const categories: readonly FieldCategory[] = ['PAYMENT', 'CARD', 'CUSTOMER', 'BILLING', 'SHIPPING', 'IP'];

/** Fields as choices, by category; custom fields last, by the merchant's names. */
export function fieldChoices(
  ids: readonly string[],
  custom: readonly CustomFieldRef[],
  t: Translate,
): ChoiceGroup[] {
  const groups = categories.map((category) => ({
    group: t(`risk.category.${category}`),
    items: ids
      .filter((id) => findFraudField(id as FraudFieldId)?.category === category)
      .map((id) => ({ value: id, label: fieldLabel(id, t) })),
  }));
  const customGroup = {
    group: t('risk.category.CUSTOM'),
    items: custom.map((field) => ({ value: customFieldId(field), label: field.descriptiveName })),
  };
  return [...groups, customGroup].filter(({ items }) => items.length > 0);
}

/** A field that is missing in every payment has a note: a rule with it never matches. */
function fieldLabel(id: string, t: Translate): string {
  const field = t(`risk.field.${id}`);
  return hasSource(id) ? field : t('risk.no_source', { field });
}

export const customFieldOf = (id: string, fields: readonly RuleCustomField[]): RuleCustomField | undefined =>
  fields.find((field) => customFieldId(field) === id);

/** The custom field as a condition stores it. */
export const refOf = ({ descriptiveName, dataType, index }: CustomFieldRef): CustomFieldRef => ({
  descriptiveName,
  dataType,
  index,
});
