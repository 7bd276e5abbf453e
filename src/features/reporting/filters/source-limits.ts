/** What the data source and the permissions leave of filters and orders (docs/domain.md#search). */
export interface SourceLimits {
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  /** P_VIEW_FRAUD_RULES on any path. */
  seesFraudRules: boolean;
}

/** The filter by risk outcome is there at all only with the warehouse and the permission. */
export const hasOutcomes = ({ isWarehouse, seesFraudRules }: SourceLimits): boolean =>
  isWarehouse && seesFraudRules;

/** The statuses that may be chosen: the warehouse is asked for none that is suspended. */
export const statusesIn = (
  statuses: readonly string[],
  { isWarehouse }: Pick<SourceLimits, 'isWarehouse'>,
): string[] => statuses.filter((status) => !isWarehouse || !/suspended/i.test(status));

/** What can be looked for while payments are taken: the system of record has an index, or kept counts, for each. */
const live: ReadonlySet<string> = new Set([
  'txn_id',
  'txn_root_id',
  'txn_datetime',
  'txn_date',
  'txn_type',
  'txn_status',
  'merch_ref',
  'customer_email',
  'requested_amount',
  'last_four',
  'card_fingerprint',
  'IP_address',
]);

/** Columns that a click on their header sorts by: all with the warehouse, else those with live filters. */
export const sortableFields = (
  fields: readonly { field: string }[],
  { isWarehouse }: Pick<SourceLimits, 'isWarehouse'>,
): ReadonlySet<string> =>
  new Set(fields.map(({ field }) => field).filter((field) => isWarehouse || live.has(field)));
