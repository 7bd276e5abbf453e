import { fieldsOf, type TransactionField } from './field-definition.ts';

const { text, ordered } = fieldsOf('authentication');
const number = (field: string, description: string) => ordered('NUMBER', field, description);
const date = (field: string, description: string) => ordered('ISO_DATE', field, description);

/** Yes and no, which the wire writes as 1 and 0. */
export const flagFields: ReadonlySet<string> = new Set([
  'THREED_SECURE_VERSION1_ATTEMPTED',
  'THREED_SECURE_VERSION2_ATTEMPTED',
  'THREED_SECURE_FRICTIONLESS',
  'PREORDER',
  'REORDER',
  'SHIPPINGNAME_SAMEAS_ACCOUNTNAME',
  'SUSPICIOUS_ACTIVITY',
]);

/** 3-D Secure, and what the merchant told the issuer for strong customer authentication (domain §1.5, §1.9). */
export const authenticationFields: readonly TransactionField[] = [
  text('3ds_status', '3-D Secure status'),
  text('3ds_eci', '3-D Secure ECI'),
  number('THREED_SECURE_VERSION', '3-D Secure version'),
  text('THREED_SECURE_PROTOCOL_VERSION', '3-D Secure protocol version'),
  number('THREED_SECURE_VERSION1_ATTEMPTED', '3-D Secure 1 attempted'),
  number('THREED_SECURE_VERSION2_ATTEMPTED', '3-D Secure 2 attempted'),
  text('THREED_SECURE_VERSION1_AVAILABILITY', '3-D Secure 1 availability'),
  text('THREED_SECURE_VERSION2_AVAILABILITY', '3-D Secure 2 availability'),
  text('THREED_SECURE_SCHEME', '3-D Secure scheme'),
  text('THREED_SECURE_SERVER_TRANS_ID', '3-D Secure server transaction id'),
  text('THREED_SECURE_DS_TRANS_ID', '3-D Secure directory transaction id'),
  text('THREED_SECURE_ACS_TRANS_ID', '3-D Secure issuer transaction id'),
  number('THREED_SECURE_FRICTIONLESS', 'Authenticated without a challenge'),
  text('THREED_SECURE_CHALLENGE_REQUESTED', 'Challenge requested'),
  text('THREED_SECURE_CHALLENGE_LEVEL_PREFERRED', 'Preferred challenge'),
  text('THREED_SECURE_TRANSACTION_TYPE', '3-D Secure transaction type'),
  text('DELIVERY_EMAIL_ADDRESS', 'Delivery e-mail'),
  text('DELIVERY_TIMEFRAME', 'Delivery time'),
  text('SHIPPING_TO', 'Shipped to'),
  number('PREORDER', 'Pre-order'),
  date('PREORDER_DATE', 'Pre-order date'),
  number('REORDER', 'Ordered before'),
  number('GIFTCARD_PURCHASE_AMOUNT', 'Gift cards, amount'),
  text('GIFTCARD_PURCHASE_CURRENCY', 'Gift cards, currency'),
  number('GIFTCARD_PURCHASE_COUNT', 'Gift cards, number'),
  date('ACCOUNT_OPENED_DATE', 'Account opened'),
  text('ACCOUNT_OPENED_PERIOD', 'Account opened, period'),
  date('ACCOUNT_LASTCHANGED_DATE', 'Account changed'),
  text('ACCOUNT_LASTCHANGED_PERIOD', 'Account changed, period'),
  date('PASSWORD_LASTCHANGED_DATE', 'Password changed'),
  text('PASSWORD_LASTCHANGED_PERIOD', 'Password changed, period'),
  date('ACCOUNT_REGISTERED_DATE', 'Payment method registered'),
  text('ACCOUNT_REGISTERED_PERIOD', 'Payment method registered, period'),
  date('SHIPPING_ADDRESS_FIRSTUSE_DATE', 'Shipping address first used'),
  text('SHIPPING_ADDRESS_FIRSTUSE_PERIOD', 'Shipping address first used, period'),
  number('SHIPPINGNAME_SAMEAS_ACCOUNTNAME', 'Shipping name is the account name'),
  number('SUSPICIOUS_ACTIVITY', 'Suspicious activity'),
  number('PURCHASES_IN_LAST_SIX_MONTHS', 'Purchases in 6 months'),
  number('ADD_CARDATTEMPTS_IN_LAST_24HOURS', 'Cards added in 24 hours'),
  number('TRANSACTION_ATTEMPTS_IN_LAST_24HOURS', 'Attempts in 24 hours'),
  number('TRANSACTION_ATTEMPTS_IN_LAST_12MONTHS', 'Attempts in 12 months'),
  text('AUTHENTICATION_METHOD', 'Sign-in method'),
  ordered('ISO_DATETIME', 'AUTHENTICATION_TIME', 'Signed in at'),
  text('PREVIOUS_AUTHENTICATION_METHOD', 'Previous authentication, method'),
  ordered('ISO_DATETIME', 'PREVIOUS_AUTHENTICATION_TIME', 'Previous authentication, time'),
  text('PREVIOUS_AUTHENTICATION_REFERENCE', 'Previous authentication, reference'),
  number('MIN_FREQUENCY', 'Days between payments'),
  number('NUMBER_OF_INSTALMENTS', 'Number of instalments'),
];
