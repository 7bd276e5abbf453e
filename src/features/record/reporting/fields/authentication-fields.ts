import { fieldsInGroup } from './field-definition.ts';

const { text, ordered } = fieldsInGroup('authentication');
const number = <Name extends string>(field: Name) => ordered('NUMBER', field);
const date = <Name extends string>(field: Name) => ordered('ISO_DATE', field);

/** Flags, 1 and 0 on the wire. */
export const flagFields: ReadonlySet<string> = new Set([
  'THREED_SECURE_VERSION1_ATTEMPTED',
  'THREED_SECURE_VERSION2_ATTEMPTED',
  'THREED_SECURE_FRICTIONLESS',
  'PREORDER',
  'REORDER',
  'SHIPPINGNAME_SAMEAS_ACCOUNTNAME',
  'SUSPICIOUS_ACTIVITY',
]);

/** 3-D Secure, and strong customer authentication data from the merchant (docs/domain.md#reporting). */
export const authenticationFields = [
  text('3ds_status'),
  text('3ds_eci'),
  number('THREED_SECURE_VERSION'),
  text('THREED_SECURE_PROTOCOL_VERSION'),
  number('THREED_SECURE_VERSION1_ATTEMPTED'),
  number('THREED_SECURE_VERSION2_ATTEMPTED'),
  text('THREED_SECURE_VERSION1_AVAILABILITY'),
  text('THREED_SECURE_VERSION2_AVAILABILITY'),
  text('THREED_SECURE_SCHEME'),
  text('THREED_SECURE_SERVER_TRANS_ID'),
  text('THREED_SECURE_DS_TRANS_ID'),
  text('THREED_SECURE_ACS_TRANS_ID'),
  number('THREED_SECURE_FRICTIONLESS'),
  text('THREED_SECURE_CHALLENGE_REQUESTED'),
  text('THREED_SECURE_CHALLENGE_LEVEL_PREFERRED'),
  text('THREED_SECURE_TRANSACTION_TYPE'),
  text('DELIVERY_EMAIL_ADDRESS'),
  text('DELIVERY_TIMEFRAME'),
  text('SHIPPING_TO'),
  number('PREORDER'),
  date('PREORDER_DATE'),
  number('REORDER'),
  number('GIFTCARD_PURCHASE_AMOUNT'),
  text('GIFTCARD_PURCHASE_CURRENCY'),
  number('GIFTCARD_PURCHASE_COUNT'),
  date('ACCOUNT_OPENED_DATE'),
  text('ACCOUNT_OPENED_PERIOD'),
  date('ACCOUNT_LASTCHANGED_DATE'),
  text('ACCOUNT_LASTCHANGED_PERIOD'),
  date('PASSWORD_LASTCHANGED_DATE'),
  text('PASSWORD_LASTCHANGED_PERIOD'),
  date('ACCOUNT_REGISTERED_DATE'),
  text('ACCOUNT_REGISTERED_PERIOD'),
  date('SHIPPING_ADDRESS_FIRSTUSE_DATE'),
  text('SHIPPING_ADDRESS_FIRSTUSE_PERIOD'),
  number('SHIPPINGNAME_SAMEAS_ACCOUNTNAME'),
  number('SUSPICIOUS_ACTIVITY'),
  number('PURCHASES_IN_LAST_SIX_MONTHS'),
  number('ADD_CARDATTEMPTS_IN_LAST_24HOURS'),
  number('TRANSACTION_ATTEMPTS_IN_LAST_24HOURS'),
  number('TRANSACTION_ATTEMPTS_IN_LAST_12MONTHS'),
  text('AUTHENTICATION_METHOD'),
  ordered('ISO_DATETIME', 'AUTHENTICATION_TIME'),
  text('PREVIOUS_AUTHENTICATION_METHOD'),
  ordered('ISO_DATETIME', 'PREVIOUS_AUTHENTICATION_TIME'),
  text('PREVIOUS_AUTHENTICATION_REFERENCE'),
  number('MIN_FREQUENCY'),
  number('NUMBER_OF_INSTALMENTS'),
];
export type AuthenticationField = (typeof authenticationFields)[number]['field'];
