import * as z from 'zod/mini';
import { databaseId as orgId } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { customFieldTypes, isFieldName, maxFieldLabel, maxFieldName } from './custom-field.ts';

export const getCustomFieldMappings = {
  path: z.object({ orgId }),
  response: z.array(z.object({ storedName: z.string(), displayName: z.string() })),
};

export const getRuleCustomFields = {
  path: z.object({ orgId }),
  response: z.array(
    z.object({
      descriptiveName: z.string(),
      dataType: z.string(),
      index: z.number(),
      caseSensitiveOption: z.boolean(),
    }),
  ),
};

const name = z.string().check(z.maxLength(maxFieldName), z.refine(isFieldName));
const content = {
  label: label(maxFieldLabel),
  /** Rules can then compare its text with case. */
  caseSensitive: z.boolean(),
  inReporting: z.boolean(),
  inRules: z.boolean(),
};

const customField = z.object({
  name: z.string(),
  type: z.enum(customFieldTypes),
  ...content,
  /** The portal no longer offers the field. */
  hidden: z.boolean(),
  version: z.number(),
});
export type CustomField = z.output<typeof customField>;

export const listCustomFields = {
  path: z.object({ orgId }),
  response: z.object({ items: z.array(customField), mayChange: z.boolean() }),
};

export const createCustomField = {
  path: z.object({ orgId }),
  body: z.strictObject({ name, type: z.enum(customFieldTypes), ...content }),
  response: customField,
};

/** Older fields have names that new ones cannot have. */
const path = z.object({ orgId, name: z.string().check(z.minLength(1), z.maxLength(255)) });

export const changeCustomField = {
  path,
  body: z.strictObject({ ...content, hidden: z.boolean(), version: z.int() }),
  response: customField,
};

export const hideCustomField = { path, response: z.undefined() };
