const periods = ['GUEST', 'THIS_TRANSACTION', 'LESS_THAN_30_DAYS', '30_TO_60_DAYS', 'MORE_THAN_60_DAYS'];
const methods = ['GUEST', 'OWN_CREDENTIALS', 'FEDERATED_ID', 'ISSUER_CREDENTIALS', 'THIRD_PARTY', 'FIDO'];
const availabilities = [
  'AVAILABLE',
  'INSUFFICIENT_DATA',
  'ISSUER_NO_V1',
  'ISSUER_NO_V2',
  'SCHEME_NOT_SUPPORTED',
  'ERROR',
];

/** Text fields with coded values (docs/domain.md#sale-details). Users see labels, reports have codes. */
const codedValues: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'payment_product',
    [
      'VISA_DEBIT',
      'VISA_CREDIT',
      'MC_DEBIT',
      'MC_CREDIT',
      'MAESTRO',
      'ELECTRON',
      'AMEX',
      'JCB',
      'DISCOVER',
      'DINERS',
      'APPLE-PAY',
      'GOOGLE-PAY',
      'OPENBANKING',
      'UNIONPAY',
      'WECHAT-PAY',
      'CUSTOM',
    ],
  ],
  ['sales_channel', ['WEB', 'MOBILE', 'SMS', 'RETAIL', 'MOTO', 'IVR', 'VIRTUAL_TERMINAL', 'OTHER']],
  ['commerce_type', ['ECOM', 'MOTO', 'CA']],
  ['CONTINUOUS_AUTHORITY_TYPE', ['RECURRING', 'INSTALMENT']],
  // Reports have the bands as English words (docs/domain.md#fraud-score).
  ['fg_advice', ['Low risk', 'Medium risk', 'High risk', 'Very high risk']],
  ['AUTHORISERSTATUS', ['AUTHORISED', 'DECLINED', 'REVERSED', 'REVERSE_FAILED', 'ERROR']],
  ['THREED_SECURE_VERSION1_AVAILABILITY', availabilities],
  ['THREED_SECURE_VERSION2_AVAILABILITY', availabilities],
  ['DELIVERY_TIMEFRAME', ['ELECTRONIC', 'SAME_DAY', 'OVERNIGHT', 'TWO_DAYS_OR_MORE']],
  [
    'SHIPPING_TO',
    [
      'BILLING_ADDRESS',
      'VERIFIED_ADDRESS',
      'OTHER_ADDRESS',
      'SHIP_TO_STORE',
      'DIGITAL',
      'TRAVEL_EVENT',
      'OTHER',
    ],
  ],
  ['ACCOUNT_OPENED_PERIOD', periods],
  ['ACCOUNT_LASTCHANGED_PERIOD', periods],
  ['PASSWORD_LASTCHANGED_PERIOD', periods],
  ['ACCOUNT_REGISTERED_PERIOD', periods],
  ['SHIPPING_ADDRESS_FIRSTUSE_PERIOD', periods],
  ['AUTHENTICATION_METHOD', methods],
  ['PREVIOUS_AUTHENTICATION_METHOD', ['FRICTIONLESS', 'CHALLENGE', 'AVS_VERIFIED', 'OTHER']],
]);

/** The codes of a field; undefined for free text. */
export const codesFor = (field: string): readonly string[] | undefined => codedValues.get(field);
