import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { handle } from '#server/handler.ts';
import { readPaymentByRef as endpoint } from '../endpoints.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { storedTransaction } from './pipeline/store/payment-store.ts';
import { renderRead } from './pipeline/response/render-payment.ts';

/** Of one reference; a shop that gives every payment the same one gets the newest. */
const maxTries = 100;

export const readPaymentByRef = handle(endpoint, async ({ sql, path, query, resource, services, now }) => {
  const companyId = resource.companyId ?? 0;
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
    select txn_id from txn
    where merch_ref = ${merchantRef} and company_id = ${companyId} and installation_id = ${installationId}
    order by txn_datetime + interval '0' desc, txn_id desc limit ${maxTries}`;
  return rows.map(({ txnId }) => txnId);
}
