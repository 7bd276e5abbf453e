import type { TenantSql } from '#database/tenant.ts';
import { countryList } from '#shared/countries.ts';
import { currencies } from '#shared/currencies.ts';
import { findFraudField, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';

const countryCodes = countryList().map(({ alpha3 }) => alpha3);

/** The values that a field can have; undefined for fields of free text. Acquirers are those of the company. */
export async function loadPredefinedValues(
  sql: TenantSql,
  companyId: number,
  dataField: string,
): Promise<readonly string[] | undefined> {
  const set = findFraudField(dataField)?.values;
  switch (set) {
    case undefined:
      return undefined;
    case 'country':
      return countryCodes;
    case 'currency':
      return currencies();
    case 'acquirer': {
      const rows = await sql<{ acquirer: string }[]>`
        select distinct acquirer from installation where company_id = ${companyId} order by acquirer`;
      return rows.map(({ acquirer }) => acquirer);
    }
    default:
      return valueSets[set];
  }
}
