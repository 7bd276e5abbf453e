import type { TenantSql } from '#database/tenant.ts';
import { recordEvent } from '#features/outbound/webhooks/server/record-event.ts';
import { describeLink } from './describe-link.ts';
import { findLinkById } from '../smart-link-table.ts';

/** A link as webhooks report it: as the merchant API shows it, without the address by which it is paid. */
export async function linkEventData(
  sql: TenantSql,
  companyId: number,
  linkId: string,
  now: Date,
): Promise<{ smartLink: object }> {
  const stored = await findLinkById(sql, linkId);
  if (stored?.companyId !== companyId) throw new Error(`link ${linkId} vanished`);
  return { smartLink: describeLink(stored, now) };
}

/**
 * Records `link.expired` for links of a company that have ended since the last call, at most `limit`. Returns how many
 * links it read. The row lock makes concurrent workers take turns.
 */
export async function recordExpiredLinks(
  sql: TenantSql,
  companyId: number,
  limit: number,
  now: Date,
): Promise<number> {
  // The first call only notes the time: older links are not reported.
  await sql`
    insert into smart_link_expiry (company_id, reported_to) values (${companyId}, ${now}) on conflict do nothing`;
  const [progress] = await sql<{ reportedTo: Date }[]>`
    select reported_to from smart_link_expiry where company_id = ${companyId} for update`;
  const from = progress?.reportedTo ?? now;
  if (from >= now) return 0;
  const ended = await sql<{ linkId: string; installationId: number; expiresAt: Date }[]>`
    select link_id, installation_id, expires_at from smart_link
    where company_id = ${companyId} and used_at is null and cancelled_at is null
      and expires_at > ${from} and expires_at <= ${now}
    order by expires_at limit ${limit} for no key update`;
  // Links that end at the same instant as the last one belong to this call.
  const last = ended.length === limit ? ended.at(-1)?.expiresAt : undefined;
  const rest = last ? await findLinksEndingAt(sql, companyId, last, ended) : [];
  for (const { linkId, installationId } of [...ended, ...rest]) {
    const data = await linkEventData(sql, companyId, linkId, now);
    const event = { companyId, installationId, objectId: linkId, linkId, now };
    await recordEvent(sql, { ...event, type: 'link.expired', data });
  }
  await sql`
    update smart_link_expiry set reported_to = ${last ?? now} where company_id = ${companyId}`;
  return ended.length;
}

async function findLinksEndingAt(
  sql: TenantSql,
  companyId: number,
  at: Date,
  excluded: readonly { linkId: string }[],
): Promise<{ linkId: string; installationId: number }[]> {
  return sql<{ linkId: string; installationId: number }[]>`
    select link_id, installation_id from smart_link
    where company_id = ${companyId} and used_at is null and cancelled_at is null and expires_at = ${at}
      and link_id <> all (${excluded.map(({ linkId }) => linkId)}::uuid[])`;
}
