import { countryList } from '#shared/countries.ts';
import { currencies } from '#shared/currencies.ts';
import {
  type ValueSetName,
  fieldsWithUse,
  findFraudField,
  isDeferrable,
  valueSets,
} from '#features/fraud-fields/field-catalogue.ts';
import { handle } from '#server/handler.ts';
import { simpleOperators } from '../conditions/condition-fields.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { acquirersOf } from './check-rule.ts';

/** Fields of simple conditions, and every value set that they use. */
export const getSimpleFields = handle(
  endpoints.getSimpleFields,
  schemas.getSimpleFields,
  async ({ sql, resource }) => {
    const fields = fieldsWithUse('simple').flatMap((fieldName) => {
      const field = findFraudField(fieldName);
      if (!field) return [];
      const { type, category, values, hasCaseOption = false } = field;
      return [
        {
          fieldName,
          fieldType: type,
          category,
          operators: [...simpleOperators(fieldName)],
          ...(values ? { values } : {}),
          caseSensitiveOption: hasCaseOption,
        },
      ];
    });
    const acquirers = await acquirersOf(sql, resource.companyId);
    const named: Record<string, { value: string; displayName: string }[]> = {
      country: countryList().map(({ alpha3, name }) => ({ value: alpha3, displayName: name })),
      currency: currencies().map(plain),
      // A comma separates values on the wire.
      acquirer: acquirers.filter((name) => !name.includes(',')).map(plain),
    };
    for (const [set, values] of Object.entries(valueSets)) named[set] = values.map(plain);
    return {
      fields,
      valueSets: Object.fromEntries(
        Object.entries(named).map(([set, values]) => [
          set,
          values.map((one) => ({ ...one, deferrable: isDeferrable(set as ValueSetName, one.value) })),
        ]),
      ),
    };
  },
);

const plain = (value: string) => ({ value, displayName: value });
