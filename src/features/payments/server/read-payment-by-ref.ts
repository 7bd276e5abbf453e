import { problems } from '#contract/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { handle } from '#server/handler.ts';
import { readPaymentByRef as call } from '../calls.ts';
import { maskCardNumbers } from '#contract/card-number.ts';
import { storedTransaction } from './pipeline/store/payment-store.ts';
import { renderRead } from './pipeline/answer/render-payment.ts';

export const readPaymentByRef = handle(call, async ({ sql, path, query, subject, now }) => {
  const companyId = subject.companyId ?? 0;
  // References are stored with card numbers masked, so they are looked up that way.
  const merchantRef = maskCardNumbers(query.merchantRef);
  const txnId = await latestByReference(sql, companyId, path.installationId, merchantRef);
  const row = txnId === undefined ? undefined : await storedTransaction(sql, companyId, txnId);
  if (!row) throw problems.notFound();
  return renderRead(sql, row, now);
});

async function latestByReference(
  sql: TenantSql,
  companyId: number,
  installationId: number,
  merchantRef: string,
): Promise<number | undefined> {
  // The merchant's own references repeat rarely; sorting on an expression keeps the planner on their index.
  const [row] = await sql<{ txnId: number }[]>`
    select txn_id as "txnId" from txn
    where merch_ref = ${merchantRef} and company_id = ${companyId} and installation_id = ${installationId}
    order by txn_datetime + interval '0' desc, txn_id desc limit 1`;
  return row?.txnId;
}
