import type { TenantSql } from '#database/tenant.ts';
import { eraseApprovalNotes } from '#features/access/approvals/server/erase-notes.ts';
import { eraseDecisions } from '#features/fraud/fraud-engine/server/erase-decisions.ts';
import { eraseRequestsAbout } from '#features/integration/request-log/server/erase-requests.ts';
import { eraseNotifications } from '#features/outbound/notifications/server/erase-notifications.ts';
import { eraseEvents } from '#features/outbound/webhooks/server/db/erase-events.ts';
import { eraseEvidence } from '#features/payments/disputes/server/db/erase-evidence.ts';
import { eraseSessionPayers } from '#features/payments/hosted-sessions/server/erase-payers.ts';
import { erasePayers, lockPayerData } from '#features/payments/payments/server/db/erase-payer.ts';
import { eraseSchedulePayers } from '#features/payments/schedules/server/erase-payers.ts';
import { eraseLinkPayers } from '#features/payments/smart-links/server/erase-payers.ts';
import { eraseAuditValues } from '#features/record/audit/server/erase-values.ts';
import { eraseCaseContents } from '#features/review/cases/server/db/erase-case-contents.ts';
import { eraseTasks } from '#features/review/queue/server/db/erase-tasks.ts';
import type { KeyRing } from '#server/keys.ts';
import type { Counts } from '../data-kinds.ts';

export interface Erasing {
  companyId: number;
  requestId: string;
  auditSeal: KeyRing;
  now: Date;
}

/** Erases what names a person in payments and all that belongs to these. Returns how many rows of each kind were changed. Repeatable. */
export async function erasePayments(
  sql: TenantSql,
  erasing: Erasing,
  roots: readonly number[],
): Promise<Counts> {
  const { companyId } = erasing;
  const payers = await lockPayerData(sql, companyId, roots);
  if (payers.length === 0) return {};
  const ids = payers.map(({ txnId }) => txnId);
  const texts = ids.map(String);
  const known = (values: readonly (string | null)[]) => [...new Set(values.flatMap((value) => value ?? []))];
  const sessions = known(payers.map(({ sessionId }) => sessionId));
  const links = known(payers.map(({ linkId }) => linkId));
  const cards = known(payers.map(({ cardToken }) => cardToken));
  const schedules = known(payers.map(({ scheduleId }) => scheduleId));
  const audit = await eraseAuditValues(sql, erasing.auditSeal, {
    ...erasing,
    // One or two letters would be found in words.
    values: known(payers.flatMap(({ values }) => values)).filter((value) => value.length > 2),
    objects: [
      { kind: 'transaction', ids: texts },
      { kind: 'session', ids: sessions },
      { kind: 'smartLink', ids: links },
      { kind: 'schedule', ids: schedules },
    ],
  });
  await eraseApprovalNotes(sql, companyId, texts);
  return {
    audit,
    events:
      (await eraseEvents(sql, companyId, [...texts, ...links, ...schedules, ...cards])) +
      (await eraseNotifications(sql, companyId, ids)),
    reviews: (await eraseDecisions(sql, companyId, ids)) + (await eraseTasks(sql, companyId, ids)),
    cases: await eraseCaseContents(sql, companyId, ids),
    disputes: await eraseEvidence(sql, companyId, ids),
    requests: await eraseRequestsAbout(sql, companyId, ids),
    schedules: await eraseSchedulePayers(sql, companyId, roots),
    pages: await eraseSessionPayers(sql, companyId, sessions),
    links: await eraseLinkPayers(sql, companyId, links),
    payments: await erasePayers(sql, erasing, payers),
  };
}
