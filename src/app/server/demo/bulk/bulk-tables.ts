export type BulkTable = 'txn' | 'payment' | 'ledger_entry' | 'txn_history' | 'customer' | 'card_token';
/** By property, `txnId` for txn_id. `detail` of a transaction becomes text last. */
export type Row = Record<string, Cell | object>;
export type Emit = (table: BulkTable, row: Row) => void;

const splitNames = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The columns that bulk rows fill; the others keep their defaults. */
export const bulkColumns: Readonly<Record<BulkTable, readonly string[]>> = {
  txn: splitNames(`txn_id company_id root_id related_id merchant_id installation_id txn_datetime updated_at
    requested_minor amount_minor customer_id direction ccy_digits ccy_code txn_type txn_status txn_stage
    reason_code reason_message merch_ref original_txn_id original_reference description refund_reason merchant_name
    sales_channel commerce_type
    continuous_authority_type card_token card_correlation_id masked_pan last_four card_expiry card_scheme payment_product
    card_usage card_issuer card_holder_name issuer_country customer_ref customer_name customer_email
    customer_phone customer_country ip_address ip_country acquirer route auth_code authoriser_status authoriser_code
    authoriser_message gateway_reference gateway_settlement arn refund_expected_date cv2_check avs_address_check avs_postcode_check
    three_d_secure_status three_d_secure_version three_d_secure_enrolment three_d_secure_eci
    three_d_secure_frictionless trace detail`),
  payment: splitNames(`root_id company_id merchant_id installation_id ccy_code authorised_minor captured_minor
    refunded_minor captured_by voided_by expires_at`),
  ledger_entry: splitNames('txn_id company_id root_id merchant_id at kind ccy_code amount_minor'),
  txn_history: splitNames('company_id txn_id sequence at status stage reason_code reason_message'),
  customer:
    splitNames(`company_id customer_id merchant_id merchant_ref display_name email telephone registered
    created_at`),
  card_token:
    splitNames(`company_id token customer_id registered fingerprint masked_pan bin last_four expiry_date
    holder_name card_type card_scheme card_usage card_category issuer issuer_country credential created_at`),
};

export type Cell = string | number | boolean | Date | null | undefined;

/** One line of COPY's text format: tabs between cells, \N for null, the format's own characters escaped. */
export function copyLine(names: readonly string[], row: Row): string {
  let line = '';
  for (const name of names) line += `${copyCell(row[name] as Cell)}\t`;
  return `${line.slice(0, -1)}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N';
  if (typeof cell === 'string') return /[\\\t\n\r]/.test(cell) ? escaped(cell) : cell;
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  return String(cell);
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}
