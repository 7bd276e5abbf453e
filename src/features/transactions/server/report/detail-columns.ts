import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Column, typed } from './column.ts';

/** A place in txn.detail, written 'a.b.c'. */
const at =
  (path: string) =>
  (sql: TenantSql): Fragment =>
    // In brackets: what stands beside it must not reach into it.
    sql`(txn.detail #>> ${path.split('.')}::text[])`;

export const text = (path: string): Column => ({ shown: at(path), compared: at(path), as: 'text' });
const whole = (path: string): Column => typed(at(path), 'integer', 'int8');
const decimal = (path: string): Column => typed(at(path), 'decimal', 'numeric');
const day = (path: string): Column => typed(at(path), 'date', 'date');
const instant = (path: string): Column => typed(at(path), 'instant', 'timestamptz');

/** Yes and no are 1 and 0 in reports (docs/domain.md#reporting). */
const flag = (path: string): Column => {
  const value = (sql: TenantSql): Fragment =>
    sql`case lower(${at(path)(sql)}) when 'true' then 1 when '1' then 1 when 'false' then 0 when '0' then 0 end`;
  return { shown: (sql) => sql`(${value(sql)})::text`, compared: value, as: 'integer' };
};

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
  return { shown: (sql) => sql`(${value(sql)})::text`, compared: value, as: 'integer' };
};
const availability = (version: number): Column => {
  const value = versions(`${attemptPath(version)}.availability`);
  return { shown: value, compared: value, as: 'text' };
};

const sca = 'strongCustomerAuthentication';
const merchantRisk = `${sca}.merchantRisk`;
const accountInfo = `${sca}.accountInfo`;
const signIn = `${sca}.authenticationInfo`;
const prior = `${sca}.priorAuthenticationInfo`;

/** Fields that have no column of their own: they are kept as the merchant sent them, in txn.detail. */
export const detailColumns: Readonly<Record<string, Column>> = {
  CUSTOM_PAYMENT_PRODUCT: text('customPaymentProduct'),
  PAYMENT_DESCRIPTOR: text('paymentDescriptor'),
  IMPORT_SOURCE_SYSTEM: text('importSource.system'),
  IMPORT_SOURCE_TRANSACTION_ID: text('importSource.transactionId'),
  PAYMENT_METHOD_SOURCE: text('paymentMethodSource.source'),
  PAYMENT_METHOD_SOURCE_ID: text('paymentMethodSource.sourceId'),
  BANK_ACCOUNT_NUMBER: text('bankAccount.accountNumber'),
  IBAN: text('bankAccount.iban'),
  PAYMENT_ACCOUNT_HOLDER_NAME: text('bankAccount.accountHolderName'),
  ACCOUNT_EMAIL: text(`${accountInfo}.accountEmail`),
  BANK_SORT_CODE: text('bankAccount.sortCode'),
  BIC: text('bankAccount.bic'),
  BANK_NAME: text('bankAccount.bankName'),
  THREED_SECURE_VERSION1_ATTEMPTED: attempted(1),
  THREED_SECURE_VERSION2_ATTEMPTED: attempted(2),
  THREED_SECURE_VERSION1_AVAILABILITY: availability(1),
  THREED_SECURE_VERSION2_AVAILABILITY: availability(2),
  THREED_SECURE_SCHEME: text('threeDSecure.scheme'),
  THREED_SECURE_SERVER_TRANS_ID: text('threeDSecure.serverTransactionId'),
  THREED_SECURE_DS_TRANS_ID: text('threeDSecure.dsTransactionId'),
  THREED_SECURE_ACS_TRANS_ID: text('threeDSecure.acsTransactionId'),
  THREED_SECURE_CHALLENGE_REQUESTED: text(`${sca}.challengeRequested`),
  THREED_SECURE_CHALLENGE_LEVEL_PREFERRED: text(`${sca}.challengeLevelPreferred`),
  THREED_SECURE_TRANSACTION_TYPE: text(`${sca}.transactionType`),
  DELIVERY_EMAIL_ADDRESS: text(`${merchantRisk}.deliveryEmailAddress`),
  DELIVERY_TIMEFRAME: text(`${merchantRisk}.deliveryTimeframe`),
  SHIPPING_TO: text(`${merchantRisk}.shippingTo`),
  PREORDER: flag(`${merchantRisk}.preOrder`),
  PREORDER_DATE: day(`${merchantRisk}.preOrderDate`),
  REORDER: flag(`${merchantRisk}.reOrder`),
  GIFTCARD_PURCHASE_AMOUNT: decimal(`${merchantRisk}.giftCardPurchase.amount`),
  GIFTCARD_PURCHASE_CURRENCY: text(`${merchantRisk}.giftCardPurchase.currency`),
  GIFTCARD_PURCHASE_COUNT: whole(`${merchantRisk}.giftCardPurchase.count`),
  ACCOUNT_OPENED_DATE: day(`${accountInfo}.accountOpenedDate`),
  ACCOUNT_OPENED_PERIOD: text(`${accountInfo}.accountOpenedPeriod`),
  ACCOUNT_LASTCHANGED_DATE: day(`${accountInfo}.accountLastChangedDate`),
  ACCOUNT_LASTCHANGED_PERIOD: text(`${accountInfo}.accountLastChangedPeriod`),
  PASSWORD_LASTCHANGED_DATE: day(`${accountInfo}.passwordLastChangedDate`),
  PASSWORD_LASTCHANGED_PERIOD: text(`${accountInfo}.passwordLastChangedPeriod`),
  ACCOUNT_REGISTERED_DATE: day(`${accountInfo}.accountRegisteredDate`),
  ACCOUNT_REGISTERED_PERIOD: text(`${accountInfo}.accountRegisteredPeriod`),
  SHIPPING_ADDRESS_FIRSTUSE_DATE: day(`${accountInfo}.shippingAddressFirstUseDate`),
  SHIPPING_ADDRESS_FIRSTUSE_PERIOD: text(`${accountInfo}.shippingAddressFirstUsePeriod`),
  SHIPPINGNAME_SAMEAS_ACCOUNTNAME: flag(`${accountInfo}.shippingNameSameAsAccountName`),
  SUSPICIOUS_ACTIVITY: flag(`${accountInfo}.suspiciousActivity`),
  PURCHASES_IN_LAST_SIX_MONTHS: whole(`${accountInfo}.purchasesInLastSixMonths`),
  ADD_CARDATTEMPTS_IN_LAST_24HOURS: whole(`${accountInfo}.addCardAttemptsInLast24Hours`),
  TRANSACTION_ATTEMPTS_IN_LAST_24HOURS: whole(`${accountInfo}.transactionAttemptsInLast24Hours`),
  TRANSACTION_ATTEMPTS_IN_LAST_12MONTHS: whole(`${accountInfo}.transactionAttemptsInLast12Months`),
  AUTHENTICATION_METHOD: text(`${signIn}.method`),
  AUTHENTICATION_TIME: instant(`${signIn}.time`),
  PREVIOUS_AUTHENTICATION_METHOD: text(`${prior}.method`),
  PREVIOUS_AUTHENTICATION_TIME: instant(`${prior}.time`),
  PREVIOUS_AUTHENTICATION_REFERENCE: text(`${prior}.reference`),
  MIN_FREQUENCY: whole(`${sca}.minFrequency`),
  NUMBER_OF_INSTALMENTS: whole(`${sca}.numberOfInstalments`),
};
