import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/** Members of a request that name no person: those that the books and the status of a page need. */
const keptRequest = ['session', 'smartLink', 'transaction', 'locale', 'features'];
const keptTransaction = ['merchantReference', 'money', 'commerceType', 'channel', 'type', 'deferred'];

/** The column `request` of a session or a link without its payer. */
export const requestWithoutPayer = (sql: TenantSql): Fragment => sql`
  (select coalesce(jsonb_object_agg(r.key, case when r.key = 'transaction' then coalesce(
            (select jsonb_object_agg(t.key, t.value) from jsonb_each(r.value) t where t.key = any (${keptTransaction})), '{}')
          else r.value end), '{}')
   from jsonb_each(request) r where r.key = any (${keptRequest}))`;

/** Erases the payers of sessions. Returns how many there were. */
export async function eraseSessionPayers(
  sql: TenantSql,
  companyId: number,
  sessionIds: readonly string[],
): Promise<number> {
  if (sessionIds.length === 0) return 0;
  const rows = await sql`
    update hosted_session set request = ${requestWithoutPayer(sql)}, receipt_to = null
    where company_id = ${companyId} and session_id = any (${[...sessionIds]})`;
  return rows.count;
}

/** Ended sessions of an email that led to no payment. */
export async function findUnpaidSessions(
  sql: TenantSql,
  {
    companyId,
    merchantIds,
    emails,
  }: { companyId: number; merchantIds: readonly number[]; emails: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ sessionId: string }[]>`
    select session_id from hosted_session
    where company_id = ${companyId} and payer_email = any (${emails.map((email) => email.toLowerCase())})
      and merchant_id = any (${[...merchantIds]}) and txn_id is null and state not in ('CREATED', 'STARTED')`;
  return rows.map(({ sessionId }) => sessionId);
}
