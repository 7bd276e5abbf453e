import * as z from 'zod/mini';
import { customFieldPrefixes } from '#features/record/fraud-fields/field-catalogue.ts';
import {
  ageOperators,
  ageUnits,
  comparators,
  listOperators,
  locationFields,
  sumCurrencies,
  sumTypes,
  windows,
} from '../rule.ts';

const id = z.int().check(z.positive(), z.maximum(2_147_483_647));
const text = (limit: number) => z.string().check(z.maxLength(limit));
const fieldId = text(60);
const equality = z.enum(['equalTo', 'notEqualTo']);
const keysOf = <T extends object>(map: T) => Object.keys(map) as (keyof T & string)[];

const customField = {
  descriptiveName: text(255),
  dataType: z.enum(keysOf(customFieldPrefixes)),
  index: z.int().check(z.minimum(0), z.maximum(9999)),
};
/** Typed as sent by the portal, which always sends it. */
const orElse = (otherwise: string, schema: ReturnType<typeof text>) =>
  z.pipe(
    z.transform((sent: string) => sent ?? otherwise),
    schema,
  );
/** `isNull` and `isNotNull` have none; validateCondition asks the others for theirs. */
const value = orElse('', text(2000));
const range = { operator: text(40), value, precision: z.optional(text(20)) };
const velocity = {
  field: fieldId,
  operator: z.enum(comparators),
  value: z.number(),
  window: z.enum(windows),
};
const comparedField = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('simpleField'), name: fieldId }),
  z.strictObject({ type: z.literal('customField'), ...customField }),
]);
const location = z.enum(keysOf(locationFields));
const age = {
  field: orElse('customerDateOfBirth', fieldId),
  operator: z.enum(ageOperators),
  value: text(20),
};

/** The ten types of conditions. Their values are validated by `validateCondition`. */
export const conditionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('simple'), field: fieldId, category: z.optional(text(20)), ...range }),
  z.strictObject({ type: z.literal('customField'), customField: z.strictObject(customField), ...range }),
  z.strictObject({ type: z.literal('list'), field: fieldId, operator: z.enum(listOperators), listId: id }),
  z.strictObject({ type: z.literal('velocityCount'), ...velocity }),
  z.strictObject({
    type: z.literal('velocitySum'),
    ...velocity,
    sumTypeField: z.enum(sumTypes),
    currency: z.enum(sumCurrencies),
  }),
  z.strictObject({
    type: z.literal('morphing'),
    field1: fieldId,
    field2: fieldId,
    operator: z.enum(comparators),
    value: z.number(),
    window: z.enum(windows),
  }),
  z.strictObject({
    type: z.literal('geolocation'),
    locationType1: location,
    operator: equality,
    locationType2: location,
  }),
  z.strictObject({
    type: z.literal('fieldComparison'),
    firstField: comparedField,
    operator: equality,
    secondField: comparedField,
  }),
  z.strictObject({ type: z.literal('age'), ...age }),
  z.strictObject({ type: z.literal('generalAge'), ...age, precision: z.enum(ageUnits) }),
]);
