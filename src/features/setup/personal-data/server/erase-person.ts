import type { TenantSql } from '#database/tenant.ts';
import { eraseListValues } from '#features/fraud/fraud-lists/server/db/erase-values.ts';
import { eraseEvents } from '#features/outbound/webhooks/server/db/erase-events.ts';
import {
  eraseSessionPayers,
  findUnpaidSessions,
} from '#features/payments/hosted-sessions/server/erase-payers.ts';
import { eraseCustomers, eraseSavedCards } from '#features/payments/payments/server/db/erase-payer.ts';
import { eraseLinkPayers, findLinksOf } from '#features/payments/smart-links/server/erase-payers.ts';
import { eraseAuditValues } from '#features/record/audit/server/erase-values.ts';
import { eraseCustomerNotes } from '#features/reports/customers/server/erase-notes.ts';
import { eraseFilesWith } from '#features/reports/scheduled-files/server/erase-files.ts';
import { eraseFilters } from '#features/reports/views/server/erase-filters.ts';
import { eraseMails } from '#server/mail/erase-mails.ts';
import type { Counts } from '../data-kinds.ts';
import type { Erasing } from './erase-payments.ts';
import type { Subject } from './person-payments.ts';
import { eraseExports } from './person-table.ts';

interface Person {
  subject: Subject;
  customerIds: readonly number[];
  merchantIds: readonly number[];
  keepsLists: boolean;
}

/** Erases what belongs to the person and not to one payment. Returns how many rows of each kind were changed. Repeatable. */
export async function erasePerson(
  sql: TenantSql,
  erasing: Erasing,
  { subject, customerIds, merchantIds, keepsLists }: Person,
): Promise<Counts> {
  const { companyId } = erasing;
  const { emails, telephones, names, recordIds } = subject;
  const place = { companyId, merchantIds, emails };
  const linkIds = await findLinksOf(sql, place);
  const values = [...emails, ...telephones];
  const audit = await eraseAuditValues(sql, erasing.auditSeal, {
    ...erasing,
    values: [...values, ...names.filter(isRare)],
    objects: [
      { kind: 'smartLink', ids: linkIds },
      { kind: 'customer', ids: customerIds.map(String) },
    ],
  });
  const emailCount = await eraseMails(sql, { companyId, merchantIds, recipients: values, linkIds });
  const cards = await eraseSavedCards(sql, erasing, recordIds);
  const counts: Counts = {
    audit,
    emails: emailCount,
    events: await eraseEvents(sql, companyId, [...linkIds, ...cards]),
    links: await eraseLinkPayers(sql, companyId, linkIds),
    pages: await eraseSessionPayers(sql, companyId, await findUnpaidSessions(sql, place)),
    cards: cards.length,
    notes: await eraseCustomerNotes(sql, companyId, customerIds),
    customers: await eraseCustomers(sql, { ...place, customerIds, recordIds }),
    files: await eraseExports(sql, companyId, customerIds),
  };
  if (!subject.isWholeCompany) return counts;
  if (!keepsLists) counts.lists = await eraseListValues(sql, { companyId, values, now: erasing.now });
  counts.views = await eraseFilters(sql, companyId, values);
  counts.files =
    (counts.files ?? 0) + (await eraseFilesWith(sql, companyId, [...values, ...names.filter(isRare)]));
  return counts;
}

/** Shorter names are parts of words. */
const isRare = (name: string): boolean => name.length > 4;
