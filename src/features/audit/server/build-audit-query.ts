import type { QueryOf } from '#shared/define-endpoint.ts';
import type { exportAudit } from '../endpoints.ts';
import type { AuditQuery } from './audit-query.ts';
import type { AuditScope } from './audit-scope.ts';

/** What the query of a call asks, within what the caller may see. */
export function buildAuditQuery(
  scope: AuditScope,
  query: QueryOf<typeof exportAudit>,
  actor: string | undefined,
): AuditQuery {
  const { objectKind, objectId, act, outcome, from, to } = query;
  return {
    scope,
    actor,
    objectKind,
    objectId,
    act,
    outcome,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
