/** Data types of fields, as the rule editor reads them (docs/domain.md#fraud-fields). */
type FraudFieldType = 'text' | 'Email' | 'Bin' | 'Integer' | 'Double' | 'Date' | 'DateTime';

export type FieldCategory = 'PAYMENT' | 'CARD' | 'CUSTOMER' | 'BILLING' | 'SHIPPING' | 'IP';

/**
 * Where a field is offered: in a simple condition, as a list's data field, as the key of a velocity count, in morphing, in
 * field comparison, in geolocation. `morphingFirst` is offered as the first field of morphing only.
 */
type FieldUse = 'simple' | 'list' | 'velocity' | 'morphing' | 'morphingFirst' | 'comparison' | 'geolocation';

export interface FraudField {
  type: FraudFieldType;
  category: FieldCategory;
  uses: readonly FieldUse[];
  /** The name of a value set: the field has one of its values. */
  values?: ValueSetName;
  /** Rules can compare it in any letter case. */
  hasCaseOption?: true;
  /** How two values are compared in lists, velocity keys and morphing; by letters in any case without one. */
  matchAs?: 'telephone' | 'postcode' | 'address' | 'ip' | 'email';
}

const simple = ['simple'] as const;
const choice = ['simple', 'list'] as const;
const country = ['simple', 'list', 'comparison', 'geolocation', 'morphingFirst'] as const;
const city = ['simple', 'comparison', 'geolocation', 'morphing'] as const;
const name = ['simple', 'comparison', 'velocity', 'morphing'] as const;
const key = ['simple', 'list', 'velocity', 'morphing'] as const;
const locationUses = ['simple', 'list', 'comparison', 'velocity', 'morphing'] as const;
/** Shipping addresses and post codes have no lists. */
const shippingUses = ['simple', 'comparison', 'velocity', 'morphing'] as const;

const text = { type: 'text' } as const;
const anyCase = { type: 'text', hasCaseOption: true } as const;

/** Every field except a company's custom fields. The order is the order of the rule editor. */
export const fraudFields = {
  transactionAmount: { type: 'Double', category: 'PAYMENT', uses: simple },
  currencyCode: { ...text, category: 'PAYMENT', uses: choice, values: 'currency' },
  channel: { ...text, category: 'PAYMENT', uses: choice, values: 'channel' },
  commerceType: { ...text, category: 'PAYMENT', uses: choice, values: 'commerceType' },
  acquirer: { ...text, category: 'PAYMENT', uses: choice, values: 'acquirer' },
  transactionTime: { type: 'DateTime', category: 'PAYMENT', uses: simple },
  transactionType: { ...text, category: 'PAYMENT', uses: choice, values: 'transactionType' },
  paymentClass: { ...text, category: 'PAYMENT', uses: choice, values: 'paymentClass' },
  paymentSource: { ...text, category: 'PAYMENT', uses: choice, values: 'paymentSource' },
  alternativePaymentMethod: {
    ...text,
    category: 'PAYMENT',
    uses: choice,
    values: 'alternativePaymentMethod',
  },
  fraudGuardScore: { type: 'Integer', category: 'PAYMENT', uses: simple },
  openProxyRisk: { type: 'Integer', category: 'PAYMENT', uses: simple },
  distanceFromIpToBilling: { type: 'Integer', category: 'PAYMENT', uses: simple },
  cardCorrelationId: { ...text, category: 'CARD', uses: ['list'] },
  paymentAccountCorrelationId: { ...text, category: 'CARD', uses: ['velocity', 'morphingFirst'] },
  cardBin: { type: 'Bin', category: 'CARD', uses: key },
  cardScheme: { ...text, category: 'CARD', uses: choice, values: 'cardScheme' },
  cardBrand: { ...text, category: 'CARD', uses: choice, values: 'cardBrand' },
  cardUsageType: { ...text, category: 'CARD', uses: choice, values: 'cardUsageType' },
  cardCategory: { ...text, category: 'CARD', uses: choice, values: 'cardCategory' },
  cardIssuerName: { ...anyCase, category: 'CARD', uses: simple },
  cardIssuerCountryCode: { ...text, category: 'CARD', uses: country, values: 'country' },
  cardHolderName: { ...anyCase, category: 'CARD', uses: name },
  customerName: { ...anyCase, category: 'CUSTOMER', uses: name },
  accountHolderName: { ...anyCase, category: 'CUSTOMER', uses: name },
  customerEmail: { type: 'Email', hasCaseOption: true, category: 'CUSTOMER', uses: key, matchAs: 'email' },
  customerTelephone: { ...text, category: 'CUSTOMER', uses: key, matchAs: 'telephone' },
  customerDateOfBirth: { type: 'Date', category: 'CUSTOMER', uses: ['simple', 'morphing'] },
  merchantCustomerRef: { ...text, category: 'CUSTOMER', uses: ['simple', 'velocity', 'morphing'] },
  countryCode: { ...text, category: 'CUSTOMER', uses: choice, values: 'country' },
  normalisedAddress: { ...anyCase, category: 'BILLING', uses: locationUses, matchAs: 'address' },
  billingPostcode: { ...text, category: 'BILLING', uses: locationUses, matchAs: 'postcode' },
  billingCity: { ...anyCase, category: 'BILLING', uses: city },
  billingCountryCode: { ...text, category: 'BILLING', uses: country, values: 'country' },
  shippingAddress: { ...anyCase, category: 'SHIPPING', uses: shippingUses, matchAs: 'address' },
  shippingPostcode: { ...text, category: 'SHIPPING', uses: shippingUses, matchAs: 'postcode' },
  shippingCity: { ...anyCase, category: 'SHIPPING', uses: city },
  shippingCountryCode: { ...text, category: 'SHIPPING', uses: country, values: 'country' },
  customerIpAddress: { ...text, category: 'IP', uses: key, matchAs: 'ip' },
  ipCountryCode: { ...text, category: 'IP', uses: country, values: 'country' },
  ipCity: { ...anyCase, category: 'IP', uses: city },
  ipType: { ...text, category: 'IP', uses: choice, values: 'ipType' },
  ipValues: { ...text, category: 'IP', uses: choice, values: 'ipValues' },
} as const satisfies Readonly<Record<string, FraudField>>;

export type FraudFieldId = keyof typeof fraudFields;

/** Fields of the specification that nothing delivers yet, and those with one value (docs/domain.md#fraud-fields). */
const sourceNotes = {
  alternativePaymentMethod: 'no_source',
  openProxyRisk: 'no_source',
  distanceFromIpToBilling: 'no_source',
  ipType: 'no_source',
  ipValues: 'no_source',
  paymentClass: 'always_card',
} as const satisfies Partial<Record<FraudFieldId, string>>;

/** Why conditions with the field are always or never true; undefined for a field that payments fill. */
export const findSourceNote = (id: string): 'no_source' | 'always_card' | undefined =>
  Object.hasOwn(sourceNotes, id) ? sourceNotes[id as keyof typeof sourceNotes] : undefined;

/** The field of an id, or undefined for an unknown one and for custom fields. */
export function findFraudField(id: string): FraudField | undefined {
  return Object.hasOwn(fraudFields, id) ? fraudFields[id as FraudFieldId] : undefined;
}

/** The ids of the fields with a use, in the order of the catalogue. */
export function fieldsWithUse(use: FieldUse): FraudFieldId[] {
  return (Object.keys(fraudFields) as FraudFieldId[]).filter((id) =>
    (fraudFields[id] as FraudField).uses.includes(use),
  );
}

/**
 * Value sets of fields. Codes are stored; screens show words (`risk.value.<set>.<code>`). Countries are alpha-3,
 * currencies alpha-3, acquirers come from the company's installations.
 */
export const valueSets = {
  channel: ['WEB', 'MOBILE', 'SMS', 'RETAIL', 'MOTO', 'IVR', 'OTHER', 'VIRTUAL_TERMINAL'],
  commerceType: ['ECOM', 'MOTO', 'CA'],
  transactionType: ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY', 'PAYOUT', 'PAYOUT_INITIALIZE'],
  paymentClass: ['CARD', 'CASH', 'PAYPAL', 'ALTERNATIVE', 'BANK_TRANSFER'],
  paymentSource: ['CARD', 'APPLE-PAY', 'GOOGLE-PAY', 'OPENBANKING', 'UNIONPAY', 'WECHAT-PAY'],
  alternativePaymentMethod: ['BANCONTACT', 'EPS', 'IDEAL', 'PAYSAFECARD', 'PRZELEWY24', 'SOFORT', 'TRUSTLY'],
  cardScheme: ['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'DISCOVER', 'DINERS'],
  cardBrand: [
    'AMEX',
    'DINERS',
    'DISCOVER',
    'ELECTRON',
    'JCB',
    'MAESTRO',
    'MC_CREDIT',
    'MC_DEBIT',
    'VISA_CREDIT',
    'VISA_DEBIT',
  ],
  cardUsageType: ['DEBIT', 'CREDIT', 'PREPAID', 'CHARGE'],
  cardCategory: ['DEBIT', 'CREDIT', 'PREPAID', 'CHARGE', 'COMMERCIAL'],
  ipType: ['CORPORATE', 'HOSTING', 'MOBILE', 'RESIDENTIAL'],
  ipValues: ['ANONYMISER', 'HOSTING', 'PROXY', 'TOR', 'VPN'],
} as const;

export type ValueSetName = keyof typeof valueSets | 'country' | 'currency' | 'acquirer';

/** Values that cannot be pre-authorised, so a rule on them cannot defer (docs/domain.md#fraud-rules). */
const notDeferrable: Partial<Record<ValueSetName, readonly string[]>> = {
  transactionType: ['VERIFY'],
  paymentClass: ['CASH', 'ALTERNATIVE'],
  paymentSource: ['OPENBANKING'],
  alternativePaymentMethod: valueSets.alternativePaymentMethod,
};

export function isDeferrable(set: ValueSetName, value: string): boolean {
  return !notDeferrable[set]?.includes(value);
}

/** Prefixes of a company's custom fields, before their index. */
export const customFieldPrefixes = {
  string: 'custom_string_',
  longString: 'custom_long_string_',
  integer: 'custom_int_',
  bigInteger: 'custom_bigint_',
  tinyInteger: 'custom_tinyint_',
  float: 'custom_float_',
  decimal: 'custom_decimal_',
  date: 'custom_date_',
  dateTime: 'custom_datetime_',
} as const;

export type CustomFieldType = keyof typeof customFieldPrefixes;

/** The type and index of a custom field's id, or undefined for another id. */
export function parseCustomFieldId(id: string): { dataType: CustomFieldType; index: number } | undefined {
  for (const dataType of Object.keys(customFieldPrefixes) as CustomFieldType[]) {
    const prefix = customFieldPrefixes[dataType];
    const index = id.startsWith(prefix) ? id.slice(prefix.length) : '';
    if (/^\d{1,4}$/.test(index)) return { dataType, index: Number(index) };
  }
  return undefined;
}
