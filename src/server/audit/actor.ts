import type { Caller } from '../auth/caller.ts';
import type { RequestInfo } from '../handler.ts';
import type { AuditEvent } from './audit-event.ts';

/** The actor and address that the audit stores: a user's request, or a command of the operator. */
export type Actor = Pick<AuditEvent, 'at' | 'actorKind' | 'actor' | 'ip' | 'requestId'>;

interface Origin {
  caller: Pick<Caller, 'kind' | 'id'>;
  request: Pick<RequestInfo, 'ip' | 'id'>;
  now: Date;
}

export const actorOf = ({ caller, request, now }: Origin): Actor => ({
  at: now,
  actorKind: caller.kind,
  actor: caller.id,
  ip: request.ip,
  requestId: request.id,
});
