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
      txnId: row.txnId,
      companyId: row.companyId ?? 1100,
      rootId: row.txnId,
      merchantId: row.merchantId ?? 1111,
      installationId: row.installationId ?? 5300001,
      txnDatetime: row.at ?? testStart,
      updatedAt: row.at ?? testStart,
      requestedMinor: minor,
      amountMinor: status === 'SUCCESS' || status === 'VOIDED' ? minor : 0,
      direction: type === 'REFUND' || type === 'PAYOUT' ? -1 : 1,
      ccyDigits: row.digits ?? 2,
      ccyCode: row.currency ?? 'GBP',
      txnType: type,
      txnStatus: status,
      txnStage: 'COMPLETE',
      merchRef: row.merchRef === undefined ? `TXN-${row.txnId}` : row.merchRef,
      merchantName: 'Harbour Coffee',
      salesChannel: 'WEB',
      commerceType: 'ECOM',
      customerEmail: row.email === undefined ? 'ada@example.org' : row.email,
      lastFour: row.lastFour ?? '0018',
      optimize360Outcome: row.outcome ?? null,
      trace: `T${row.txnId}`,
    })}`;
  await owner`
    insert into txn_total_change
    select company_id, merchant_id, txn_datetime, txn_type, txn_status, coalesce(reason_code, ''), ccy_code,
           requested_minor, 1
    from txn where txn_id = ${row.txnId}`;
}
