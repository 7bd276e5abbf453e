import { placesByNetwork } from '#integrations/place-of-address.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { countryList } from '#shared/countries.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { type FraudFieldId, parseCustomFieldId } from '../field-catalogue.ts';

/**
 * A field of the stored transaction `t` in SQL. Null in `isPresent`, and in `value` of a present field, means that SQL cannot
 * decide: the row is left to the engine.
 */
interface FieldSql {
  isPresent: Fragment;
  /** Text, float8, numeric, days since 1970, or milliseconds, by the kind of the field. */
  value: Fragment;
  /** Whether both are null; absent for a field that SQL always decides, and for custom fields and days. */
  isUndecided?: Fragment;
}

/**
 * The names that a rule may use besides the catalogue: the merchant's names of custom fields, by their stored names.
 */
export interface FieldContext {
  sql: TenantSql;
  customNames: ReadonlyMap<string, string>;
}

/** The white space that JavaScript trims. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const asciiBlanks = '\t\n\v\f\r ';

/** A Defer changes a payment into an authorisation, after rules have read its type. As `buildFacts`. */
const evaluatedType = `case when t.detail ? 'deferral' and coalesce(t.detail ->> 'deferred', 'false') = 'false'
  then case t.txn_type when 'PREAUTH' then 'PAYMENT' when 'PAYOUT_INITIALIZE' then 'PAYOUT' else t.txn_type end
  else t.txn_type end`;

/** A wallet's card has no product, and its first digits are not known. As `buildFacts`. */
const isByWallet = `(t.payment_product in (${wallets.map((one) => `'${one}'`).join(', ')}))`;

const columns: Partial<Record<FraudFieldId, string>> = {
  currencyCode: 't.ccy_code',
  channel: 't.sales_channel',
  commerceType: 't.commerce_type',
  acquirer: 't.acquirer',
  transactionType: evaluatedType,
  paymentClass: "'CARD'::text",
  paymentSource: `case when ${isByWallet} then t.payment_product else 'CARD' end`,
  cardCorrelationId: 't.card_correlation_id',
  paymentAccountCorrelationId: 't.card_correlation_id',
  cardBin: "case when t.masked_pan not like '*%' then left(t.masked_pan, 6) end",
  cardScheme: 't.card_scheme',
  cardBrand: `case when not ${isByWallet} then t.payment_product end`,
  cardUsageType: 't.card_usage',
  cardCategory: 't.card_usage',
  cardIssuerName: 't.card_issuer',
  cardIssuerCountryCode: 't.issuer_country',
  cardHolderName: 't.card_holder_name',
  customerName: 't.customer_name',
  customerEmail: 't.customer_email',
  customerTelephone: 't.customer_phone',
  merchantCustomerRef: 't.customer_ref',
  countryCode: 't.customer_country',
  billingPostcode: "t.detail #>> '{billingAddress,postcode}'",
  billingCity: "t.detail #>> '{billingAddress,city}'",
  shippingPostcode: ofShipping('postcode'),
  shippingCity: ofShipping('city'),
  customerIpAddress: 't.ip_address',
  ipCountryCode: 't.ip_country',
};

const billingCountry = "t.detail #>> '{billingAddress,countryCode}'";
const shippingCountry = `coalesce(${ofShipping('countryCode')}, t.detail #>> '{orderDetails,shippingAddress,country,countryCode}')`;

/** Only text counts in a shipping address: merchants send it as they like. */
function ofShipping(name: string): string {
  return textAt(`t.detail #> '{orderDetails,shippingAddress,${name}}'`);
}

function textAt(json: string): string {
  return `(case when jsonb_typeof(${json}) = 'string' then ${json} #>> '{}' end)`;
}

/** Text as facts hold it: in NFC, without outer spaces, null when nothing is left. */
const clean = (raw: string): string => {
  const nfc = `case when octet_length(${raw}) = char_length(${raw}) then ${raw} else normalize(${raw}, nfc) end`;
  return `nullif(btrim(${nfc}, ${literal(blanks)}), '')`;
};

/** A constant of this file; values of rules are always parameters. */
const literal = (text: string): string => `E'${[...text].map(escape).join('')}'`;
const escape = (sign: string) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The field in the form in which rules compare it, letter case aside. */
export function fieldSql(context: FieldContext, field: string): FieldSql {
  const { sql } = context;
  const unsafe = (text: string) => sql`${sql.unsafe(text)}`;
  if (parseCustomFieldId(field)) return customFieldSql(context, field);
  switch (field) {
    case 'transactionAmount':
      return { isPresent: unsafe('true'), value: unsafe(amount) };
    case 'transactionTime':
      return { isPresent: unsafe('true'), value: unsafe(momentMs('t.txn_datetime')) };
    case 'fraudGuardScore':
      return { isPresent: unsafe('(t.fg_score is not null)'), value: unsafe('t.fg_score::float8') };
    case 'customerDateOfBirth':
      return dateOfBirthSql(sql);
    case 'customerTelephone':
      // Digits of other scripts are left to the engine.
      return decided(unsafe, telephone('t.customer_phone'), isAscii('t.customer_phone'), 't.customer_phone');
    case 'customerIpAddress':
      // The forms of an IPv6 address are left to the engine.
      return decided(unsafe, clean('t.ip_address'), "position(':' in t.ip_address) = 0");
    case 'billingPostcode':
    case 'shippingPostcode': {
      const raw = columns[field] ?? '';
      const form = `nullif(translate(upper(${raw} collate "C"), ${literal(asciiBlanks)}, ''), '')`;
      return decided(unsafe, form, isAscii(raw), raw);
    }
    case 'normalisedAddress':
    case 'shippingAddress':
      return addressSql(sql, field);
    case 'accountHolderName':
      return addressField(unsafe, clean(accountHolder));
    case 'billingCountryCode':
      return countrySql(sql, billingCountry);
    case 'shippingCountryCode':
      return countrySql(sql, shippingCountry);
    case 'ipCity': {
      const cities = sql.json(citiesByNetwork());
      const city = sql`(${cities}::jsonb ->> substring(t.ip_address from '^(.*)[.][^.]*$'))`;
      return { isPresent: sql`(${city} is not null)`, value: city };
    }
    default: {
      // A rule that has not been validated may name a property that every object has.
      const column = Object.hasOwn(columns, field) ? columns[field as FraudFieldId] : undefined;
      // Fields without a source are missing in every payment.
      return column === undefined
        ? { isPresent: unsafe('false'), value: unsafe('null::text') }
        : addressField(unsafe, clean(column));
    }
  }
}

type Unsafe = (text: string) => Fragment;

const addressField = (unsafe: Unsafe, value: string): FieldSql => ({
  isPresent: unsafe(`(${value} is not null)`),
  value: unsafe(`(${value})`),
});

/** A value that SQL can only form where `condition` holds. */
function decided(unsafe: Unsafe, value: string, condition: string, raw = 't.ip_address'): FieldSql {
  return {
    isUndecided: unsafe(`coalesce(not (${condition}), false)`),
    isPresent: unsafe(
      `(case when ${raw} is null then false when ${condition} then ${value} is not null end)`,
    ),
    value: unsafe(`(case when ${condition} then ${value} end)`),
  };
}

const amount = `(t.requested_minor::float8 / (array[1, 10, 100, 1000, 10000])[t.ccy_digits + 1]::float8)`;
const momentMs = (time: string): string => `floor(extract(epoch from ${time}) * 1000)`;
const telephone = (raw: string): string =>
  `'+' || nullif(regexp_replace(regexp_replace(regexp_replace(${raw}, '^([+]|00)([0-9[:space:]./-]*)[(]0[)]', '\\1\\2'), '[^0-9]', '', 'g'), '^(00)+', ''), '')`;

const recipient = `coalesce(nullif(t.detail -> 'payoutRecipientData', 'null'),
  nullif(t.detail #> '{accountFunding,accountFundingRecipientDetails}', 'null'))`;
const accountHolder = `nullif(concat_ws(' ', ${textAt(`${recipient} -> 'givenName'`)}, ${textAt(`${recipient} -> 'surname'`)}), '')`;

function addressSql(sql: TenantSql, field: 'normalisedAddress' | 'shippingAddress'): FieldSql {
  const isBilling = field === 'normalisedAddress';
  const part = (name: string) =>
    `nullif(${isBilling ? `t.detail #>> '{billingAddress,${name}}'` : ofShipping(name)}, '')`;
  const parts = ['line1', 'line2', 'line3', 'line4', 'city', 'postcode'].map(part).join(', ');
  const joined = `nullif(concat_ws(' ', ${parts}), '')`;
  const text = `(${joined} || ' ' || coalesce(${isBilling ? billingCountry : shippingCountry}, ''))`;
  const words = `btrim(regexp_replace(upper(${text} collate "C"), '[^A-Z0-9]+', ' ', 'g'))`;
  const british = `regexp_replace(${words}, '\\m([A-Z]{1,2}[0-9][A-Z0-9]?) ([0-9][A-Z]{2})\\M', '\\1\\2', 'g')`;
  const form = `nullif(regexp_replace(${british}, '\\m([A-Z][0-9][A-Z]) ([0-9][A-Z][0-9])\\M', '\\1\\2', 'g'), '')`;
  // The country at the end has three letters.
  const last = `substring(words.form from ' ([A-Z]{2,3})$')`;
  const value = sql`(
    select coalesce(left(words.form, -char_length(${sql.unsafe(last)})) || (${sql.json(countryCodes())}::jsonb ->> ${sql.unsafe(last)}),
                    words.form)
    from (select ${sql.unsafe(form)} as form) as words)`;
  const ascii = sql.unsafe(isAscii(text));
  return {
    isUndecided: sql`coalesce(not (${ascii}), false)`,
    isPresent: sql`(case when ${sql.unsafe(text)} is null then false when ${ascii} then ${sql.unsafe(form)} is not null end)`,
    value: sql`(case when ${ascii} then ${value} end)`,
  };
}

const citiesByNetwork = (): Record<string, string> =>
  Object.fromEntries(Object.entries(placesByNetwork).map(([network, { city }]) => [network, city]));

/** A day that exists in every year, or whose month has it. Others are left to the engine. */
const dayPattern =
  '^(?!0000)[0-9]{4}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$';

const daySql = (text: string): string =>
  `(case when ${text} ~ '${dayPattern}' then (${text})::date - date '1970-01-01' end)`;

/** The customer's, `yyyyMMdd`. */
function dateOfBirthSql(sql: TenantSql): FieldSql {
  const read = `(select case when c.date_of_birth ~ '^[0-9]{8}$'
      then left(c.date_of_birth, 4) || '-' || substr(c.date_of_birth, 5, 2) || '-' || right(c.date_of_birth, 2) end
    from customer c where c.company_id = t.company_id and c.customer_id = t.customer_id)`;
  return {
    isPresent: sql`(${sql.unsafe(read)} is not null)`,
    value: sql`${sql.unsafe(daySql(read))}`,
  };
}

const customEntries = `case when jsonb_typeof(t.detail -> 'customFields') = 'array' then t.detail -> 'customFields' end`;

/** The last custom field of the merchant's name for it. Unknown names have no field. */
function customFieldSql({ sql, customNames }: FieldContext, field: string): FieldSql {
  const name = customNames.get(field);
  if (name === undefined) return { isPresent: sql`false`, value: sql`null::text` };
  // A scalar subquery: evaluated only for rows that the cheaper conditions leave open.
  const read = (form: string) => sql`(
    select ${sql.unsafe(form)} from (
      select ${sql.unsafe(clean("f.entry ->> 'value'"))} as text
      from jsonb_array_elements(${sql.unsafe(customEntries)}) with ordinality as f (entry, position)
      where f.entry ->> 'name' = ${name} order by f.position desc limit 1) as v)`;
  const isPresent = (form: string) =>
    sql`coalesce(${read(`case when v.text is null then 0 when (${form}) is not null then 1 else -1 end`)}, 0)`;
  const isPresentOrNull = (form: string) =>
    sql`(case ${isPresent(form)} when 0 then false when 1 then true end)`;
  switch (parseCustomFieldId(field)?.dataType) {
    case 'integer':
    case 'tinyInteger':
    case 'float':
      return { isPresent: isPresentOrNull(customForms.number), value: read(customForms.number) };
    case 'dateTime':
      return { isPresent: isPresentOrNull(customForms.moment), value: read(customForms.moment) };
    case 'date':
      return { isPresent: isPresentOrNull('v.text'), value: read(customForms.day) };
    default:
      return { isPresent: isPresentOrNull('v.text'), value: read('v.text') };
  }
}

/** Texts that PostgreSQL and JavaScript read alike. */
const plainNumber = '^-?[0-9]{1,15}([.][0-9]{1,15})?$';
const plainMoment =
  '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{3})?)?Z$';
/** Integers of any size, and decimals. */
export const plainExact = '^[+-]?[0-9]+([.][0-9]{1,4})?$';

/** The value of a custom field as each type reads its text `v.text`; null for text that SQL cannot read. */
const customForms = {
  number: `case when v.text ~ '${plainNumber}' then v.text::float8 end`,
  moment: `case when v.text ~ '${plainMoment}' then ${momentMs('(v.text::timestamptz)')} end`,
  day: daySql('v.text'),
  /** Ten-thousandths, as text. A very long number stays unchanged, because PostgreSQL limits the digits. */
  exact: `case when v.text ~ '${plainExact}' then
    case when char_length(v.text) > 100 then v.text else trunc(v.text::numeric * 10000)::text end end`,
};

/**
 * Every custom field of the transaction `t` in every form, as JSON by the merchant's names. Of two with one name the
 * last counts.
 */
export function customFieldForms(sql: TenantSql): Fragment {
  const forms = Object.entries({ text: 'v.text', ...customForms })
    .map(([form, value]) => `'${form}', ${value}`)
    .join(', ');
  return sql`(
    select jsonb_object_agg(v.name, jsonb_strip_nulls(jsonb_build_object(${sql.unsafe(forms)})) order by v.position)::text
    from (
      select f.entry ->> 'name' as name, ${sql.unsafe(clean("f.entry ->> 'value'"))} as text, f.position
      from jsonb_array_elements(${sql.unsafe(customEntries)}) with ordinality as f (entry, position)
      where f.entry ->> 'name' is not null offset 0) as v)`;
}

/** Texts that PostgreSQL and JavaScript fold and compare alike. */
const isAscii = (text: string): string => `octet_length(${text}) = char_length(${text})`;

/** A country by either of its codes. */
function countrySql(sql: TenantSql, raw: string): Record<'isUndecided' | 'isPresent' | 'value', Fragment> {
  const codes = sql.json(countryCodes());
  const text = sql`${sql.unsafe(raw)}`;
  const form = sql`(${codes}::jsonb ->> upper(${text} collate "C"))`;
  return {
    isUndecided: sql`coalesce(char_length(${text}) <= 3 and not ${sql.unsafe(isAscii(raw))}, false)`,
    isPresent: sql`(case when ${text} is null or char_length(${text}) > 3 then false
      when ${sql.unsafe(isAscii(raw))} then ${form} is not null end)`,
    value: sql`(case when ${sql.unsafe(isAscii(raw))} then ${form} end)`,
  };
}

const countryCodes = (): Record<string, string> =>
  Object.fromEntries(
    countryList().flatMap(({ alpha2, alpha3 }) => [
      [alpha2, alpha3],
      [alpha3, alpha3],
    ]),
  );
