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
  'transactionId',
] as const;
/** The fields that a list is sorted by. Missing days come last. */
export const sortFields = ['creationDate', 'nextEpisodeDate', 'lastEpisodeDate', 'status'] as const;
export type SortField = (typeof sortFields)[number];

export type ResultField = (typeof resultFields)[number];
