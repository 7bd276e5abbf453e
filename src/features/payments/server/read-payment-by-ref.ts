import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { problems } from '#contract/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { handle } from '#server/handler.ts';
import { readPaymentByRef as call } from '../calls.ts';
import { maskCardNumbers } from '#contract/card-number.ts';
import { storedTransaction } from './pipeline/store/payment-store.ts';
import { renderRead } from './pipeline/answer/render-payment.ts';

/** Of one reference; a shop that gives every payment the same one gets the newest. */
const maxTries = 100;

export const readPaymentByRef = handle(call, async ({ sql, path, query, subject, services, now }) => {
  const companyId = subject.companyId ?? 0;
  // References are stored with card numbers masked, so they are looked up that way.
  const merchantRef = maskCardNumbers(query.merchantRef);
  const ids = await triesByReference(sql, companyId, path.installationId, merchantRef);
  if (ids.length === 0) throw problems.notFound();
  return Promise.all(
    ids.map(async (txnId) => {
      const row = await storedTransaction(sql, companyId, txnId);
      if (!row) throw new Error(`transaction ${txnId} vanished`);
      return withAbsoluteLinks(await renderRead(sql, row, now), services.config.checkoutUrl);
    }),
  );
});

/** Newest first. */
async function triesByReference(
  sql: TenantSql,
  companyId: number,
  installationId: number,
  merchantRef: string,
): Promise<number[]> {
  // The merchant's own references repeat rarely; sorting on an expression keeps the planner on their index.
  const rows = await sql<{ txnId: number }[]>`
    select txn_id as "txnId" from txn
    where merch_ref = ${merchantRef} and company_id = ${companyId} and installation_id = ${installationId}
    order by txn_datetime + interval '0' desc, txn_id desc limit ${maxTries}`;
  return rows.map(({ txnId }) => txnId);
}
