import type { TenantSql } from '#database/tenant.ts';
import { formatMinor } from '#shared/money.ts';
import type { DisputeKey } from './db/dispute-table.ts';

/** What we have stored about the payment of a dispute. */
interface KnownEvidence {
  at: Date;
  amount: string;
  currency: string;
  reference: string | null;
  description: string | null;
  authCode: string | null;
  customerName: string | null;
  customerEmail: string | null;
  ip: string | null;
  ipCountry: string | null;
  billingAddress: string | null;
  cv2Check: string | null;
  addressCheck: string | null;
  postcodeCheck: string | null;
  threeDSecure: string | null;
  eci: string | null;
  /** Earlier payments with the card that were neither disputed nor reported as fraud. */
  earlier: { transactionId: string; at: Date; amount: string; currency: string; sameIp: boolean }[];
}

interface PaymentRow {
  txnDatetime: Date;
  requestedMinor: number;
  ccyCode: string;
  merchRef: string | null;
  description: string | null;
  authCode: string | null;
  customerName: string | null;
  customerEmail: string | null;
  ipAddress: string | null;
  ipCountry: string | null;
  billing: Partial<Record<string, string>> | null;
  cv2Check: string | null;
  avsAddressCheck: string | null;
  avsPostcodeCheck: string | null;
  threeDSecureStatus: string | null;
  threeDSecureEci: string | null;
  fingerprint: string | null;
  merchantId: number;
}

export async function loadKnownEvidence(sql: TenantSql, key: DisputeKey): Promise<KnownEvidence> {
  const { companyId, disputeId } = key;
  const [row] = await sql<PaymentRow[]>`
    select t.txn_datetime, t.requested_minor, t.ccy_code, t.merch_ref, t.description, t.auth_code,
           coalesce(t.customer_name, t.card_holder_name) as customer_name, t.customer_email, t.ip_address, t.ip_country,
           t.detail -> 'billingAddress' as billing, t.cv2_check, t.avs_address_check, t.avs_postcode_check,
           t.three_d_secure_status, t.three_d_secure_eci, t.card_correlation_id as fingerprint, t.merchant_id
    from dispute d join txn t on t.txn_id = d.txn_id and t.company_id = d.company_id
    where d.company_id = ${companyId} and d.dispute_id = ${disputeId}`;
  if (!row) throw new Error(`dispute ${disputeId} has no payment`);
  const { billing } = row;
  const lines = ['line1', 'line2', 'city', 'region', 'postcode', 'countryCode'].map(
    (name) => billing?.[name],
  );
  return {
    at: row.txnDatetime,
    amount: formatMinor(row.requestedMinor, row.ccyCode),
    currency: row.ccyCode,
    reference: row.merchRef,
    description: row.description,
    authCode: row.authCode,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    ip: row.ipAddress,
    ipCountry: row.ipCountry,
    billingAddress: lines.filter((line) => line !== undefined && line !== '').join(', ') || null,
    cv2Check: row.cv2Check,
    addressCheck: row.avsAddressCheck,
    postcodeCheck: row.avsPostcodeCheck,
    threeDSecure: row.threeDSecureStatus,
    eci: row.threeDSecureEci,
    earlier: row.fingerprint === null ? [] : await loadEarlier(sql, companyId, row),
  };
}

/** Paid between a year and 120 days before, as the schemes count them; the newest five. */
async function loadEarlier(
  sql: TenantSql,
  companyId: number,
  { fingerprint, merchantId, txnDatetime, ipAddress }: PaymentRow,
): Promise<KnownEvidence['earlier']> {
  const rows = await sql<
    { txnId: number; txnDatetime: Date; requestedMinor: number; ccyCode: string; sameIp: boolean }[]
  >`
    select t.txn_id, t.txn_datetime, t.requested_minor, t.ccy_code,
           coalesce(t.ip_address = ${ipAddress}, false) as same_ip
    from txn t
    where t.company_id = ${companyId} and t.merchant_id = ${merchantId} and t.card_correlation_id = ${fingerprint}
      and t.txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and t.txn_status = 'SUCCESS'
      and t.txn_datetime between ${txnDatetime}::timestamptz - interval '365 days'
        and ${txnDatetime}::timestamptz - interval '120 days'
      and not exists (select from dispute o where o.company_id = t.company_id and o.txn_id = t.txn_id)
      and not exists (select from fraud_label f where f.company_id = t.company_id and f.txn_id = t.txn_id)
    order by t.txn_datetime desc limit 5`;
  return rows.map(({ txnId, txnDatetime: at, requestedMinor, ccyCode, sameIp }) => ({
    transactionId: String(txnId),
    at,
    amount: formatMinor(requestedMinor, ccyCode),
    currency: ccyCode,
    sameIp,
  }));
}

/** The texts that a processor takes, by its names, as far as we have them. English: banks read them. */
export function prefillTexts(known: KnownEvidence): Record<string, string> {
  const texts: Record<string, string | null> = {
    product_description: known.description,
    customer_name: known.customerName,
    customer_email_address: known.customerEmail,
    customer_purchase_ip: known.ip,
    billing_address: known.billingAddress,
    uncategorized_text: summarise(known),
  };
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

const matches: Readonly<Record<string, string>> = {
  MATCHED: 'matched',
  FULL_MATCH: 'matched',
  PARTIAL_MATCH: 'matched in part',
  NOT_MATCHED: 'did not match',
};

function summarise(known: KnownEvidence): string {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const checks = [
    ['Security code', known.cv2Check],
    ['Billing address', known.addressCheck],
    ['Postcode', known.postcodeCheck],
  ].flatMap(([name, check]) =>
    matches[check ?? ''] === undefined ? [] : [`${name} ${matches[check ?? '']}.`],
  );
  return [
    `Paid on ${day(known.at)}: ${known.amount} ${known.currency}${known.reference === null ? '' : `, order ${known.reference}`}.`,
    ...(known.authCode === null ? [] : [`Authorisation code ${known.authCode}.`]),
    ...(known.threeDSecure === 'AUTHENTICATED' ? ['The card holder was authenticated with 3-D Secure.'] : []),
    ...checks,
    ...known.earlier.map(
      ({ transactionId, at, amount, currency, sameIp }) =>
        `Earlier undisputed payment ${transactionId} with the same card on ${day(at)}: ${amount} ${currency}${sameIp ? ', from the same IP address' : ''}.`,
    ),
  ].join('\n');
}
