import type { Sql } from '#database/connection.ts';
import { type Actor, actorOf } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { Grant } from './db/grants.ts';
import type { UserRecord } from './db/user-records.ts';

interface State {
  record: UserRecord;
  grants: readonly Grant[];
}

/** Audits one action on a user with its state before and after, in the transaction of the action. */
export function auditUser(
  sql: Sql,
  ctx: { caller: Caller; request: RequestInfo; now: Date },
  act: string,
  change: { before?: State; after?: State },
): Promise<void> {
  return auditUserBy(sql, actorOf(ctx), act, change);
}

/** The same for an actor that may be the operator of the system. */
export async function auditUserBy(
  sql: Sql,
  by: Actor,
  act: string,
  change: { before?: State; after?: State },
): Promise<void> {
  const { record } = (change.after ?? change.before) as State;
  await writeAuditEvent(sql, {
    ...by,
    outcome: 'allowed',
    companyId: record.companyId,
    organisationId: record.organisationId,
    act,
    objectKind: 'user',
    objectId: record.userId,
    before: change.before ? visible(change.before) : undefined,
    after: change.after ? visible(change.after) : undefined,
  });
}

function visible({ record, grants }: State) {
  return {
    userName: record.userName,
    givenName: record.givenName,
    familyName: record.familyName,
    active: record.active,
    organisation: record.organisationId,
    lockedReason: record.lockedReason,
    invitedAt: record.invitedAt?.toISOString() ?? null,
    roles: grants.map(describeGrant),
  };
}

/** Names for people, ids for certainty: 'Cashier, Harbour Shop (cashier @ 1111)'. */
const describeGrant = ({ roleName, organisationName, roleId, organisationId }: Grant): string =>
  `${roleName}, ${organisationName} (${roleId} @ ${organisationId})`;
