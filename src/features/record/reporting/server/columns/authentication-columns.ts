import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { AuthenticationField } from '../../fields/authentication-fields.ts';
import { type FieldColumns, field } from './field-columns.ts';
import { type Column, detail, plain } from './postgres-column.ts';
import { stored } from './warehouse-column.ts';

const secureVersion = (sql: TenantSql): Fragment =>
  sql`case when txn.three_d_secure_version ~ '^[0-9]{1,4}' then
      (regexp_match(txn.three_d_secure_version, '^[0-9]{1,4}'))[1]::int end`;

const versions =
  (filter: string) =>
  (sql: TenantSql): Fragment =>
    sql`(jsonb_path_query_first(txn.detail, ${filter}::text::jsonpath) #>> '{}')`;
const attemptPath = (version: number): string =>
  `$.threeDSecure.versionsAttempted[*] ? (@.version == ${version} || @.version == "${version}")`;
const attempted = (version: number): Column => {
  const value = (sql: TenantSql): Fragment =>
    sql`case when txn.three_d_secure_version is null then null
             when jsonb_path_exists(txn.detail, ${attemptPath(version)}::text::jsonpath)
               or split_part(txn.three_d_secure_version, '.', 1) = ${String(version)} then 1 else 0 end`;
  return { select: (sql) => sql`(${value(sql)})::text`, compare: value, as: 'integer' };
};
const availability = (version: number): Column => {
  const value = versions(`${attemptPath(version)}.availability`);
  return { select: value, compare: value, as: 'text' };
};

const sca = 'strongCustomerAuthentication';
const merchantRisk = `${sca}.merchantRisk`;
const accountInfo = `${sca}.accountInfo`;
const signIn = `${sca}.authenticationInfo`;
const priorInfo = `${sca}.priorAuthenticationInfo`;

/** For each field: description, PostgreSQL column, warehouse column, and its kind in a file. */
export const authenticationColumns: Readonly<Record<AuthenticationField, FieldColumns>> = {
  '3ds_status': field('3-D Secure status', plain('three_d_secure_status'), stored.sharedText, 'text'),
  '3ds_eci': field('3-D Secure ECI', plain('three_d_secure_eci'), stored.sharedText, 'text'),
  THREED_SECURE_VERSION: field(
    '3-D Secure version',
    {
      select: (sql) => sql`(${secureVersion(sql)})::text`,
      compare: secureVersion,
      as: 'integer',
    },
    stored.integer,
    'number',
  ),
  THREED_SECURE_PROTOCOL_VERSION: field(
    '3-D Secure protocol version',
    plain('three_d_secure_version'),
    stored.sharedText,
    'text',
  ),
  THREED_SECURE_VERSION1_ATTEMPTED: field('3-D Secure 1 attempted', attempted(1), stored.integer, 'number'),
  THREED_SECURE_VERSION2_ATTEMPTED: field('3-D Secure 2 attempted', attempted(2), stored.integer, 'number'),
  THREED_SECURE_VERSION1_AVAILABILITY: field(
    '3-D Secure 1 availability',
    availability(1),
    stored.text,
    'text',
  ),
  THREED_SECURE_VERSION2_AVAILABILITY: field(
    '3-D Secure 2 availability',
    availability(2),
    stored.text,
    'text',
  ),
  THREED_SECURE_SCHEME: field('3-D Secure scheme', detail.text('threeDSecure.scheme'), stored.text, 'text'),
  THREED_SECURE_SERVER_TRANS_ID: field(
    '3-D Secure server transaction id',
    detail.text('threeDSecure.serverTransactionId'),
    stored.text,
    'text',
  ),
  THREED_SECURE_DS_TRANS_ID: field(
    '3-D Secure directory transaction id',
    detail.text('threeDSecure.dsTransactionId'),
    stored.text,
    'text',
  ),
  THREED_SECURE_ACS_TRANS_ID: field(
    '3-D Secure issuer transaction id',
    detail.text('threeDSecure.acsTransactionId'),
    stored.text,
    'text',
  ),
  THREED_SECURE_FRICTIONLESS: field(
    'Authenticated without a challenge',
    {
      select: (sql) => sql`(three_d_secure_frictionless::int)::text`,
      compare: (sql) => sql`txn.three_d_secure_frictionless::int`,
      as: 'integer',
    },
    stored.integer,
    'number',
  ),
  THREED_SECURE_CHALLENGE_REQUESTED: field(
    'Challenge requested',
    detail.text(`${sca}.challengeRequested`),
    stored.text,
    'text',
  ),
  THREED_SECURE_CHALLENGE_LEVEL_PREFERRED: field(
    'Preferred challenge',
    detail.text(`${sca}.challengeLevelPreferred`),
    stored.text,
    'text',
  ),
  THREED_SECURE_TRANSACTION_TYPE: field(
    '3-D Secure transaction type',
    detail.text(`${sca}.transactionType`),
    stored.text,
    'text',
  ),
  DELIVERY_EMAIL_ADDRESS: field(
    'Delivery email',
    detail.text(`${merchantRisk}.deliveryEmailAddress`),
    stored.text,
    'text',
  ),
  DELIVERY_TIMEFRAME: field(
    'Delivery time',
    detail.text(`${merchantRisk}.deliveryTimeframe`),
    stored.text,
    'text',
  ),
  SHIPPING_TO: field('Shipped to', detail.text(`${merchantRisk}.shippingTo`), stored.text, 'text'),
  PREORDER: field('Pre-order', detail.flag(`${merchantRisk}.preOrder`), stored.integer, 'number'),
  PREORDER_DATE: field('Pre-order date', detail.day(`${merchantRisk}.preOrderDate`), stored.day, 'date'),
  REORDER: field('Ordered before', detail.flag(`${merchantRisk}.reOrder`), stored.integer, 'number'),
  GIFTCARD_PURCHASE_AMOUNT: field(
    'Gift cards, amount',
    detail.decimal(`${merchantRisk}.giftCardPurchase.amount`),
    stored.decimal,
    'money',
  ),
  GIFTCARD_PURCHASE_CURRENCY: field(
    'Gift cards, currency',
    detail.text(`${merchantRisk}.giftCardPurchase.currency`),
    stored.text,
    'text',
  ),
  GIFTCARD_PURCHASE_COUNT: field(
    'Gift cards, number',
    detail.whole(`${merchantRisk}.giftCardPurchase.count`),
    stored.integer,
    'number',
  ),
  ACCOUNT_OPENED_DATE: field(
    'Account opened',
    detail.day(`${accountInfo}.accountOpenedDate`),
    stored.day,
    'date',
  ),
  ACCOUNT_OPENED_PERIOD: field(
    'Account opened, period',
    detail.text(`${accountInfo}.accountOpenedPeriod`),
    stored.text,
    'text',
  ),
  ACCOUNT_LASTCHANGED_DATE: field(
    'Account changed',
    detail.day(`${accountInfo}.accountLastChangedDate`),
    stored.day,
    'date',
  ),
  ACCOUNT_LASTCHANGED_PERIOD: field(
    'Account changed, period',
    detail.text(`${accountInfo}.accountLastChangedPeriod`),
    stored.text,
    'text',
  ),
  PASSWORD_LASTCHANGED_DATE: field(
    'Password changed',
    detail.day(`${accountInfo}.passwordLastChangedDate`),
    stored.day,
    'date',
  ),
  PASSWORD_LASTCHANGED_PERIOD: field(
    'Password changed, period',
    detail.text(`${accountInfo}.passwordLastChangedPeriod`),
    stored.text,
    'text',
  ),
  ACCOUNT_REGISTERED_DATE: field(
    'Payment method registered',
    detail.day(`${accountInfo}.accountRegisteredDate`),
    stored.day,
    'date',
  ),
  ACCOUNT_REGISTERED_PERIOD: field(
    'Payment method registered, period',
    detail.text(`${accountInfo}.accountRegisteredPeriod`),
    stored.text,
    'text',
  ),
  SHIPPING_ADDRESS_FIRSTUSE_DATE: field(
    'Shipping address first used',
    detail.day(`${accountInfo}.shippingAddressFirstUseDate`),
    stored.day,
    'date',
  ),
  SHIPPING_ADDRESS_FIRSTUSE_PERIOD: field(
    'Shipping address first used, period',
    detail.text(`${accountInfo}.shippingAddressFirstUsePeriod`),
    stored.text,
    'text',
  ),
  SHIPPINGNAME_SAMEAS_ACCOUNTNAME: field(
    'Shipping name is the account name',
    detail.flag(`${accountInfo}.shippingNameSameAsAccountName`),
    stored.integer,
    'number',
  ),
  SUSPICIOUS_ACTIVITY: field(
    'Suspicious activity',
    detail.flag(`${accountInfo}.suspiciousActivity`),
    stored.integer,
    'number',
  ),
  PURCHASES_IN_LAST_SIX_MONTHS: field(
    'Purchases in 6 months',
    detail.whole(`${accountInfo}.purchasesInLastSixMonths`),
    stored.integer,
    'number',
  ),
  ADD_CARDATTEMPTS_IN_LAST_24HOURS: field(
    'Cards added in 24 hours',
    detail.whole(`${accountInfo}.addCardAttemptsInLast24Hours`),
    stored.integer,
    'number',
  ),
  TRANSACTION_ATTEMPTS_IN_LAST_24HOURS: field(
    'Attempts in 24 hours',
    detail.whole(`${accountInfo}.transactionAttemptsInLast24Hours`),
    stored.integer,
    'number',
  ),
  TRANSACTION_ATTEMPTS_IN_LAST_12MONTHS: field(
    'Attempts in 12 months',
    detail.whole(`${accountInfo}.transactionAttemptsInLast12Months`),
    stored.integer,
    'number',
  ),
  AUTHENTICATION_METHOD: field('Sign-in method', detail.text(`${signIn}.method`), stored.text, 'text'),
  AUTHENTICATION_TIME: field('Signed in at', detail.instant(`${signIn}.time`), stored.instant, 'instant'),
  PREVIOUS_AUTHENTICATION_METHOD: field(
    'Previous authentication, method',
    detail.text(`${priorInfo}.method`),
    stored.text,
    'text',
  ),
  PREVIOUS_AUTHENTICATION_TIME: field(
    'Previous authentication, time',
    detail.instant(`${priorInfo}.time`),
    stored.instant,
    'instant',
  ),
  PREVIOUS_AUTHENTICATION_REFERENCE: field(
    'Previous authentication, reference',
    detail.text(`${priorInfo}.reference`),
    stored.text,
    'text',
  ),
  MIN_FREQUENCY: field(
    'Days between payments',
    detail.whole(`${sca}.minFrequency`),
    stored.integer,
    'number',
  ),
  NUMBER_OF_INSTALMENTS: field(
    'Number of instalments',
    detail.whole(`${sca}.numberOfInstalments`),
    stored.integer,
    'number',
  ),
};
