import type { TenantSql } from '#database/tenant.ts';
import { type AuditEvent, writeAuditEvent } from '#server/audit/audit-event.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { HostedSession } from './hosted-session-table.ts';

interface Payer {
  session: Pick<HostedSession, 'companyId' | 'installationId'>;
  request: RequestInfo;
  now: Date;
}

/** Records what a payer has done on a hosted page. */
export const auditPayer = (
  sql: TenantSql,
  { session, request, now }: Payer,
  act: Pick<AuditEvent, 'act' | 'objectKind' | 'objectId' | 'detail'>,
): Promise<void> =>
  writeAuditEvent(sql, {
    at: now,
    companyId: session.companyId,
    organisationId: session.installationId,
    actorKind: 'system',
    actor: 'hosted-page',
    ip: request.ip,
    outcome: 'allowed',
    requestId: request.id,
    ...act,
  });
