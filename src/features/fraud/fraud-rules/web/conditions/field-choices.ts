import {
  findSourceNote,
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

const fieldLabel = (id: string, t: Translate): string => withSourceNote(id, t(`risk.field.${id}`), t);

/** A field that is missing in every payment, or the same, has a note: its conditions never or always hold. */
export function withSourceNote(id: string, field: string, t: Translate): string {
  const note = findSourceNote(id);
  return note === undefined ? field : t(`risk.${note}`, { field });
}

export const customFieldOf = (id: string, fields: readonly RuleCustomField[]): RuleCustomField | undefined =>
  fields.find((field) => customFieldId(field) === id);

/** The custom field as a condition stores it. */
export const refOf = ({ descriptiveName, dataType, index }: CustomFieldRef): CustomFieldRef => ({
  descriptiveName,
  dataType,
  index,
});
