/** The fields with a block list and an allow list in each company, in the order of the screens (docs/domain.md#fraud-lists). */
export const standardFields = [
  'cardCorrelationId',
  'customerEmail',
  'customerIpAddress',
  'customerTelephone',
  'billingPostcode',
  'normalisedAddress',
] as const;
export type StandardField = (typeof standardFields)[number];

/** As the address of a list and the calls name its kind. */
export const listTypes = ['parameterlist', 'negativeList', 'positiveList'] as const;
export type ListType = (typeof listTypes)[number];

export type ListKind = 'PARAMETER' | 'NEGATIVE' | 'POSITIVE';

export const listTypeOf: Readonly<Record<ListKind, ListType>> = {
  PARAMETER: 'parameterlist',
  NEGATIVE: 'negativeList',
  POSITIVE: 'positiveList',
};
