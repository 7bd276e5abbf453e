import { Problem } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CustomerRow } from '#features/reports/customers/server/customer-table.ts';
import { findHeldCustomers } from '#features/record/legal-holds/server/hold-table.ts';
import { type Blocker, type Counts, type WaitReason, maxPayments, waitReasons } from '../data-kinds.ts';
import { type Place, type Subject, collectRoots, readFamily, readSubject } from './person-payments.ts';
import { findWaits } from './wait-reasons.ts';

export interface Preview {
  counts: Counts;
  waiting: { reason: WaitReason; payments: number; until: string | null }[];
  blockers: { kind: Blocker; ids: string[] }[];
}

/** What is held of the customers, and what an erasure would wait for. Throws PERSON_TOO_LARGE. */
export async function previewCustomers(
  sql: TenantSql,
  scope: Place & { isWholeCompany: boolean },
  customers: readonly CustomerRow[],
  { now, disputeDays }: { now: Date; disputeDays: number },
): Promise<Preview> {
  const { companyId, isWholeCompany } = scope;
  const roots = await collectRoots(sql, scope, customers);
  if (roots.length > maxPayments) throw new Problem(409, 'PERSON_TOO_LARGE', 'person_too_large');
  const subject = await readSubject(sql, scope, customers, { roots, isWholeCompany });
  const waits = await findWaits(sql, { companyId, roots, now, disputeDays });
  const waiting = waitReasons.flatMap((reason) => {
    const some = [...waits.values()].filter((wait) => wait.reason === reason);
    if (some.length === 0) return [];
    const ends = some.map(({ until }) => until?.getTime());
    const until = ends.every((end) => end !== undefined) ? new Date(Math.max(...ends)).toISOString() : null;
    return [{ reason, payments: some.length, until }];
  });
  return {
    counts: await countKinds(sql, scope, { customers, roots, subject }),
    waiting,
    blockers: await findBlockers(sql, scope, { customers, roots, subject, now }),
  };
}

interface Found {
  customers: readonly CustomerRow[];
  roots: readonly number[];
  subject: Subject;
}

async function findBlockers(
  sql: TenantSql,
  { companyId, merchantIds }: Place,
  { customers, roots, subject, now }: Found & { now: Date },
): Promise<Preview['blockers']> {
  const ids = customers.map(({ knownCustomerId }) => knownCustomerId);
  const held = await findHeldCustomers(sql, { companyId, customers: ids, now });
  const schedules = await sql<{ id: string }[]>`
    select schedule_id as id from schedule
    where company_id = ${companyId} and root_id = any (${[...roots]})
      and status in ('PLANNED', 'ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED')`;
  const links = await sql<{ id: string }[]>`
    select link_id as id from smart_link
    where company_id = ${companyId} and email_key = any (${subject.emails.map((email) => email.toLowerCase())})
      and merchant_id = any (${[...merchantIds]}) and used_at is null and cancelled_at is null and expires_at > ${now}`;
  const all: Preview['blockers'] = [
    { kind: 'LEGAL_HOLD', ids: [...held].map(String) },
    { kind: 'ACTIVE_SCHEDULE', ids: schedules.map(({ id }) => id) },
    { kind: 'OPEN_LINK', ids: links.map(({ id }) => id) },
  ];
  return all.filter((blocker) => blocker.ids.length > 0);
}

/** Rows by kind. Each part is read by an index. */
async function countKinds(
  sql: TenantSql,
  { companyId, merchantIds, isWholeCompany }: Place & { isWholeCompany: boolean },
  { customers, roots, subject }: Found,
): Promise<Counts> {
  const ids = await readFamily(sql, companyId, roots);
  const texts = ids.map(String);
  const emails = subject.emails.map((email) => email.toLowerCase());
  const values = [...subject.emails, ...subject.telephones];
  const known = customers.map(({ knownCustomerId }) => knownCustomerId);
  const merchants = [...merchantIds];
  const [row] = await sql<Counts[]>`
    select
      (select count(*)::integer from customer_note where company_id = ${companyId} and known_customer_id = any (${known})) as notes,
      (select count(*)::integer from card_token where company_id = ${companyId} and customer_id = any (${subject.recordIds})) as cards,
      (select count(*)::integer from schedule where company_id = ${companyId} and root_id = any (${[...roots]})) as schedules,
      (select count(*)::integer from smart_link where company_id = ${companyId} and email_key = any (${emails})
         and merchant_id = any (${merchants})) as links,
      (select count(*)::integer from hosted_session where company_id = ${companyId} and payer_email = any (${emails}) and merchant_id = any (${merchants})) as pages,
      (select count(*)::integer from mail_outbox m where m.recipient = any (${values}) and (
         (m.mail_key like 'receipt:%' and split_part(m.mail_key, ':', 2) = any (${texts}))
         or (m.mail_key like 'smartLink:%' and split_part(m.mail_key, ':', 2) in (
           select link_id::text from smart_link where company_id = ${companyId} and email_key = any (${emails})
             and merchant_id = any (${merchants}))))) as emails,
      (select count(*)::integer from fraud_decision where company_id = ${companyId} and txn_id = any (${ids})) as reviews,
      (select count(distinct case_id)::integer from fraud_case_transaction where company_id = ${companyId} and txn_id = any (${ids})) as cases,
      (select count(*)::integer from dispute where company_id = ${companyId} and txn_id = any (${ids})) as disputes,
      (select count(*)::integer from webhook_event where company_id = ${companyId} and object_id = any (${texts}))
        + (select count(*)::integer from notification where company_id = ${companyId} and txn_id = any (${ids})) as events,
      (select count(*)::integer from api_request where company_id = ${companyId} and txn_id = any (${ids})) as requests,
      (select count(*)::integer from fraud_list l join fraud_list_item i on i.company_id = l.company_id and i.list_id = l.list_id
         and i.match_value = any (${values.flatMap((value) => [value, value.toLowerCase()])})
       where ${isWholeCompany} and l.company_id = ${companyId}) as lists`;
  const counts: Counts = { payments: ids.length, customers: customers.length, ...row };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
