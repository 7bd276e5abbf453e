import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { type ClickHouseSql, clause, column, param } from '#warehouse/clickhouse-sql.ts';
import {
  type CustomFieldType,
  type FraudFieldId,
  findFraudField,
  parseCustomFieldId,
} from '../field-catalogue.ts';
import { type FieldContext, customFieldForms, fieldSql } from './field-sql.ts';

/**
 * A field of a transaction in the warehouse. Null in `isPresent`: only the engine can decide
 * (docs/decisions/0119).
 */
interface WarehouseField {
  isPresent: ClickHouseSql;
  /** Text, Float64, days since 1970, milliseconds, or the text of ten-thousandths, by the kind of the field. */
  value: ClickHouseSql;
}

/** A column of the warehouse's table, and PostgreSQL's text for it, of the transaction `t`. */
interface FieldColumn {
  name: string;
  type: string;
  sent(sql: TenantSql): Fragment;
}

const text = 'Nullable(String)';
/** Few distinct values in millions of rows: stored once each. */
const shared = 'LowCardinality(Nullable(String))';

/** Fields with a separate column, which holds the value that PostgreSQL's `fieldSql` forms. */
const types: Partial<Record<FraudFieldId, string>> = {
  transactionType: shared,
  acquirer: shared,
  cardBin: shared,
  cardScheme: shared,
  cardUsageType: shared,
  cardIssuerName: shared,
  cardHolderName: text,
  customerName: text,
  accountHolderName: text,
  customerEmail: text,
  customerTelephone: text,
  merchantCustomerRef: text,
  countryCode: shared,
  normalisedAddress: text,
  billingPostcode: text,
  billingCity: shared,
  billingCountryCode: shared,
  shippingAddress: text,
  shippingPostcode: text,
  shippingCity: shared,
  shippingCountryCode: shared,
  customerIpAddress: text,
  ipCountryCode: shared,
  ipCity: shared,
};

/** Codes that the product writes: the column of reports has the same value. */
const reportColumns: Partial<Record<FraudFieldId, string>> = {
  currencyCode: 'ccy_code',
  channel: 'sales_channel',
  commerceType: 'commerce_type',
  cardIssuerCountryCode: 'issuer_country',
  cardCorrelationId: 'card_fingerprint',
  paymentAccountCorrelationId: 'card_fingerprint',
};

const context = (sql: TenantSql) => ({ sql, customNames: new Map<string, string>() });
const fraudColumn = (field: string): string => `fraud_${field}`;

/** The names of the fields that only the engine can form. */
const undecidedColumn = 'fraud_undecided';
/** The custom fields, by the merchant's names for them. */
const customColumn = 'fraud_custom';

/** Every column that rules read and reports do not. */
export const fieldColumns: readonly FieldColumn[] = [
  ...Object.entries(types).map(([field, type]) => ({
    name: fraudColumn(field),
    type,
    sent: (sql: TenantSql) => fieldSql(context(sql), field).value,
  })),
  { name: undecidedColumn, type: 'Array(LowCardinality(String))', sent: sentUndecided },
  { name: customColumn, type: text, sent: customFieldForms },
];

function sentUndecided(sql: TenantSql): Fragment {
  const names = Object.keys(types).flatMap((field) => {
    const { isUndecided } = fieldSql(context(sql), field);
    return isUndecided ? [sql`case when ${isUndecided} then ${`'${field}'`}::text end`] : [];
  });
  return sql`'[' || concat_ws(',', ${names.reduce((all, name) => sql`${all}, ${name}`)}) || ']'`;
}

/** As `fieldSql`. */
const isByWallet = (): ClickHouseSql =>
  clause`has(${param([...wallets], 'Array(String)')}, ifNull(${column('payment_product')}, ''))`;

/** The merchant's names of custom fields, by their stored names. */
export type CustomNames = FieldContext['customNames'];

const present = (value: ClickHouseSql): WarehouseField => ({ isPresent: clause`true`, value });
const missing: WarehouseField = { isPresent: clause`false`, value: clause`cast(null, 'Nullable(String)')` };

/** The field as rules compare it, letter case aside. */
export function warehouseField(field: string, customNames: CustomNames): WarehouseField {
  // The customer's date of birth changes later, in another table.
  if (field === 'customerDateOfBirth') throw new Error(`the warehouse has no ${field}`);
  const custom = parseCustomFieldId(field);
  if (custom) return customField(customNames.get(field), custom.dataType);
  switch (field) {
    case 'transactionAmount':
      // Divided as PostgreSQL divides: both operands are doubles.
      return present(
        clause`(toFloat64(requested_minor) / arrayElement([1., 10., 100., 1000., 10000.], ccy_digits + 1))`,
      );
    case 'transactionTime':
      return present(clause`toUnixTimestamp64Milli(txn_datetime)`);
    case 'fraudGuardScore':
      return { isPresent: clause`isNotNull(fg_score)`, value: clause`toFloat64(fg_score)` };
    case 'paymentClass':
      return present(clause`'CARD'`);
    case 'paymentSource':
      return present(clause`if(${isByWallet()}, ${column('payment_product')}, 'CARD')`);
    case 'cardBrand': {
      const product = column('payment_product');
      return { isPresent: clause`(isNotNull(${product}) and not ${isByWallet()})`, value: product };
    }
    case 'cardCategory':
      return warehouseField('cardUsageType', customNames);
  }
  if (!findFraudField(field)) return missing;
  const fieldId = field as FraudFieldId;
  const name = types[fieldId] ? fraudColumn(field) : reportColumns[fieldId];
  if (name === undefined) return missing;
  const value = column(name);
  const isUndecided = clause`has(${column(undecidedColumn)}, ${param(field, 'String')})`;
  const isPresent = types[fieldId]
    ? clause`if(${isUndecided}, null, isNotNull(${value}))`
    : clause`isNotNull(${value})`;
  return { isPresent, value };
}

/** As `customFieldSql`. Unknown names have no field. */
function customField(name: string | undefined, type: CustomFieldType): WarehouseField {
  if (name === undefined) return missing;
  const read = (form: string, as: string) =>
    clause`JSONExtract(ifNull(${column(customColumn)}, ''), ${param(name, 'String')}, ${param(form, 'String')}, ${param(`Nullable(${as})`, 'String')})`;
  const textValue = read('text', 'String');
  const hasText = clause`isNotNull(${textValue})`;
  const onlyRead = (value: ClickHouseSql): WarehouseField => ({
    isPresent: clause`if(${hasText} and isNull(${value}), null, ${hasText})`,
    value,
  });
  switch (type) {
    case 'integer':
    case 'tinyInteger':
    case 'float':
      return onlyRead(read('number', 'Float64'));
    case 'dateTime':
      return onlyRead(read('moment', 'Int64'));
    case 'date':
      return { isPresent: hasText, value: read('day', 'Int32') };
    case 'bigInteger':
    case 'decimal':
      return { isPresent: hasText, value: read('exact', 'String') };
    default:
      return { isPresent: hasText, value: textValue };
  }
}
