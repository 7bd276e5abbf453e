import { userById } from '#features/session/server/user-store.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { useSession } from '#server/auth/session-store.ts';
import { connectMySignOn } from '../../endpoints.ts';
import type { ConnectOutcome } from '../../sign-on-outcomes.ts';
import { insertIdentity } from '../db/sso-identity.ts';
import { emailOfClaims } from './email-of-claims.ts';
import type { Returned } from './returned.ts';

/** Connects the subject to the user who started it in a session that is still open. */
export async function finishConnection(returned: Returned): Promise<string> {
  return `/profile/security?signOn=${await connect(returned)}`;
}

async function connect(returned: Returned): Promise<ConnectOutcome> {
  const { services, request, now, attempt, provider, exchanged } = returned;
  const { database, config } = services;
  const { session } = attempt;
  if (exchanged.kind === 'refused') return exchanged.why === 'refused' ? 'failed' : exchanged.why;
  const open = session && (await useSession(database, Buffer.from(session.tokenHash, 'hex'), now, config));
  if (!session || open?.userId !== session.userId || open.isEnrolling) return 'failed';
  const { companyId, issuer } = provider;
  const email = await emailOfClaims(database, companyId, exchanged.claims);
  if ('problem' in email) return 'domain';
  const user = await userById(database, session.userId);
  // Users above the company are never connected to its provider.
  if (user.companyId !== companyId || user.domainUser) return 'failed';
  return inTenant(database, [companyId], async (sql) => {
    const identity = { companyId, issuer, subject: exchanged.subject };
    const isNew = await insertIdentity(sql, identity, { userId: user.userId, isCreated: false, now });
    if (!isNew) return 'taken';
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      organisationId: user.organisationId,
      actorKind: 'user',
      actor: user.userId,
      ip: request.ip,
      act: connectMySignOn.name,
      objectKind: 'user',
      objectId: user.userId,
      outcome: 'allowed',
      after: { issuer },
      requestId: request.id,
    });
    return 'connected';
  });
}
