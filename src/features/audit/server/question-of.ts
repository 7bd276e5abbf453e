import type { QueryOf } from '#contract/define-call.ts';
import type { exportAudit } from '../calls.ts';
import type { AuditQuestion } from './audit-query.ts';
import type { AuditScope } from './audit-scope.ts';

/** What the query of a call asks, within what the caller may see. */
export function questionOf(
  scope: AuditScope,
  query: QueryOf<typeof exportAudit>,
  actor: string | undefined,
): AuditQuestion {
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
