import { type CustomFieldType, hasCase, isFieldName } from './custom-field.ts';
import type { CustomField } from './schemas.ts';

export interface FieldForm {
  name: string;
  type: CustomFieldType;
  label: string;
  caseSensitive: boolean;
  inReporting: boolean;
  inRules: boolean;
}

export type FieldFault = 'name' | 'name_taken' | 'label';
export type FieldFaults = Partial<Record<'name' | 'label', FieldFault>>;

export const newFieldForm: FieldForm = {
  name: '',
  type: 'string',
  label: '',
  caseSensitive: false,
  inReporting: true,
  inRules: true,
};

export const toFieldForm = ({ hidden: _hidden, version: _version, ...field }: CustomField): FieldForm =>
  field;

export function fieldFaults({ name, label }: FieldForm, isNew: boolean): FieldFaults {
  return {
    ...(isNew && !isFieldName(name.trim()) ? { name: 'name' as const } : {}),
    ...(label.trim() === '' ? { label: 'label' as const } : {}),
  };
}

/** What a request stores: only texts have a case. */
export const toFieldContent = ({ type, label, caseSensitive, inReporting, inRules }: FieldForm) => ({
  label: label.trim(),
  caseSensitive: caseSensitive && hasCase(type),
  inReporting,
  inRules,
});
