/** Limits of filters and sorting by data source and permissions (docs/domain.md#search). */
export interface SourceLimits {
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  /** P_VIEW_FRAUD_RULES on any path. */
  seesFraudRules: boolean;
}

/** The filter by risk outcome requires the warehouse and the permission. */
export const hasOutcomes = ({ isWarehouse, seesFraudRules }: SourceLimits): boolean =>
  isWarehouse && seesFraudRules;

/** The statuses to choose from. The warehouse has no suspended ones. */
export const statusesIn = (
  statuses: readonly string[],
  { isWarehouse }: Pick<SourceLimits, 'isWarehouse'>,
): string[] => statuses.filter((status) => !isWarehouse || !/suspended/i.test(status));

/** Live filters: PostgreSQL has an index or roll-ups for each. */
const liveFields: ReadonlySet<string> = new Set([
  'txn_id',
  'txn_root_id',
  'original_txn_id',
  'txn_datetime',
  'txn_date',
  'txn_type',
  'txn_status',
  'merch_ref',
  'original_reference',
  'customer_email',
  'requested_amount',
  'last_four',
  'card_fingerprint',
  'IP_address',
]);

/** Columns with a sortable header: all with the warehouse, otherwise those with live filters. */
export const sortableFields = (
  fields: readonly { field: string }[],
  { isWarehouse }: Pick<SourceLimits, 'isWarehouse'>,
): ReadonlySet<string> =>
  new Set(fields.map(({ field }) => field).filter((field) => isWarehouse || liveFields.has(field)));
