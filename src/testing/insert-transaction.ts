import type { Database } from '#database/connection.ts';
import { testStart } from './template-contents.ts';

interface Arranged {
  txnId: number;
  merchantId?: number;
  installationId?: number;
  companyId?: number;
  at?: Date;
  minor?: number;
  currency?: string;
  digits?: number;
  type?: string;
  status?: string;
  merchRef?: string | null;
  email?: string | null;
  lastFour?: string;
  outcome?: string | null;
}

/** A row as the pipeline would have left it; for arranging searches, where taking payments would be slow. */
export async function insertTransaction(owner: Database, row: Arranged): Promise<void> {
  const minor = row.minor ?? 1250;
  const status = row.status ?? 'SUCCESS';
  const type = row.type ?? 'PAYMENT';
  await owner`
    insert into txn ${owner({
      txn_id: row.txnId,
      company_id: row.companyId ?? 1100,
      root_id: row.txnId,
      merchant_id: row.merchantId ?? 1111,
      installation_id: row.installationId ?? 5300001,
      txn_datetime: row.at ?? testStart,
      updated_at: row.at ?? testStart,
      requested_minor: minor,
      amount_minor: status === 'SUCCESS' ? minor : 0,
      direction: type === 'REFUND' || type === 'PAYOUT' ? -1 : 1,
      ccy_digits: row.digits ?? 2,
      ccy_code: row.currency ?? 'GBP',
      txn_type: type,
      txn_status: status,
      txn_stage: 'COMPLETE',
      merch_ref: row.merchRef === undefined ? `TXN-${row.txnId}` : row.merchRef,
      merchant_name: 'Harbour Coffee',
      sales_channel: 'WEB',
      commerce_type: 'ECOM',
      customer_email: row.email === undefined ? 'ada@example.org' : row.email,
      last_four: row.lastFour ?? '0018',
      optimize360_outcome: row.outcome ?? null,
      trace: `T${row.txnId}`,
    })}`;
  await owner`
    insert into txn_total_change
    select company_id, merchant_id, txn_datetime, txn_type, txn_status, coalesce(reason_code, ''), ccy_code,
           requested_minor, 1
    from txn where txn_id = ${row.txnId}`;
}
