import { loadAcquirers } from '#features/processing/connections/server/db/load-acquirers.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import { countryList } from '#shared/countries.ts';
import { currencies } from '#shared/currencies.ts';
import { findFraudField, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import { cardField, cleanValue, findExpiryError, findValueError } from '../list-item-rules.ts';
import type { NewItem, CardData } from './db/list-item.ts';
import type { StoredList } from './db/list-store.ts';

export interface ItemInput {
  value: string;
  expiryDate?: string;
}

interface ItemRefusal extends Refusal<'INVALID_LIST_ITEM_ERROR' | 'INVALID_LIST_ITEM_IDENTIFIER'> {
  errors: string[];
}

const refuseItem = (code: ItemRefusal['code'], errors: string[]) => ({ ...refuse(code), errors });

/** Validates values for one list. Cards are known by their transactions. */
export async function buildItemChecker(
  sql: TenantSql,
  list: StoredList,
  today: CalendarDay,
): Promise<(input: ItemInput) => Promise<Result<NewItem, ItemRefusal>>> {
  const { companyId, dataField } = list;
  const values = await loadPredefinedValues(sql, companyId, dataField);
  const choices = values && new Set(values);
  return async ({ value, expiryDate }) => {
    const expiryError = findExpiryError(expiryDate, today);
    const expiry = expiryDate === undefined || expiryDate === '' ? null : expiryDate;
    if (dataField === cardField) {
      const id = value.trim();
      const card = id === '' ? undefined : await findCard(sql, companyId, id);
      if (!card) return refuseItem('INVALID_LIST_ITEM_IDENTIFIER', ['card']);
      if (expiryError) return refuseItem('INVALID_LIST_ITEM_ERROR', [expiryError]);
      return ok({ value: id, matchValue: id, expiryDate: expiry, card });
    }
    const errors = [findValueError(dataField, value, { choices }), expiryError].filter(
      (error) => error !== undefined,
    );
    if (errors.length > 0) return refuseItem('INVALID_LIST_ITEM_ERROR', errors);
    const clean = cleanValue(dataField, value);
    return ok({ value: clean, matchValue: matchValue(dataField, clean) ?? clean, expiryDate: expiry });
  };
}

/**
 * The properties of a card that card lists show, from its latest transaction in the company; undefined for an unknown
 * card.
 */
async function findCard(
  sql: TenantSql,
  companyId: number,
  correlationId: string,
): Promise<CardData | undefined> {
  const [row] = await sql<CardData[]>`
    select masked_pan, card_issuer as card_issuer_name, payment_product as card_brand, card_scheme,
           card_usage as card_usage_type, issuer_country as card_issuer_country_code
    from txn
    where card_correlation_id = ${correlationId} and company_id = ${companyId} and masked_pan is not null
    order by txn_datetime desc limit 1`;
  return row;
}

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
    case 'acquirer':
      return loadAcquirers(sql, companyId);
    default:
      return valueSets[set];
  }
}
