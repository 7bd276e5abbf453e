/** The fields of a row in search and list (docs/domain.md#schedules), in this order. */
export const resultFields = [
  'scheduleId',
  'owner',
  'status',
  'type',
  'creationDate',
  'maskedPan',
  'customerName',
  'customerEmail',
  'customerMerchantRef',
  'lastEpisodeDate',
  'lastEpisodeAmount',
  'nextEpisodeDate',
  'nextEpisodeAmount',
  'currencyCode',
  'ownerName',
  'lastEpisodeState',
  'nextEpisodeRetry',
] as const;
export type ResultField = (typeof resultFields)[number];
