import type { TenantSql } from '#database/tenant.ts';
import type { TransactionRecord } from '#features/payments/payments/server/db/transactions.ts';
import { formatMinor } from '#shared/money.ts';
import type { DisputeStage, DisputeStatus } from '#shared/payments/dispute-status.ts';
import type { TransactionDetails } from '../schemas.ts';

interface Row {
  disputeId: number;
  txnId: number;
  stage: DisputeStage;
  status: DisputeStatus;
  amountMinor: number;
  ccyCode: string;
}

/** Disputes and reports of fraud of the family. Without the permission to read disputes they have no id. */
export async function loadDisputes(
  sql: TenantSql,
  { companyId, rootId, txnId, chargeId }: TransactionRecord,
  seesDisputes: boolean,
): Promise<Pick<TransactionDetails, 'disputes' | 'fraudReported'>> {
  const rows = await sql<Row[]>`
    select d.dispute_id, d.txn_id, d.stage, d.status, d.amount_minor, d.ccy_code
    from dispute d
    where d.company_id = ${companyId}
      and d.txn_id in (select t.txn_id from txn t where t.root_id = ${rootId} and t.company_id = ${companyId})
    order by d.opened_at desc, d.dispute_id desc limit 20`;
  const [label] = await sql<{ source: 'DISPUTE' | 'WARNING' }[]>`
    select source from fraud_label where company_id = ${companyId} and txn_id in (${chargeId}, ${txnId})
    order by source limit 1`;
  return {
    disputes: rows.map(({ disputeId, txnId: disputed, stage, status, amountMinor, ccyCode }) => ({
      disputeId: seesDisputes ? String(disputeId) : null,
      transactionId: String(disputed),
      stage,
      status,
      amount: formatMinor(amountMinor, ccyCode),
    })),
    fraudReported: label?.source ?? null,
  };
}
