import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { confirmSession, useSession } from '#server/auth/session-store.ts';
import { confirmMySignOn } from '../../endpoints.ts';
import type { SignOnOutcome } from '../../sign-on-outcomes.ts';
import { findIdentity } from '../db/sso-identity.ts';
import { provesSecondFactor } from './proves-second-factor.ts';
import type { Returned } from './returned.ts';

/** Confirms the session that asked, if the same user has just signed in at the provider. */
export async function finishConfirmation(returned: Returned): Promise<SignOnOutcome> {
  const { services, request, now, attempt, provider, exchanged } = returned;
  const { database, config } = services;
  if (exchanged.kind === 'refused') return exchanged.why;
  const { session } = attempt;
  const tokenHash = Buffer.from(session?.tokenHash ?? '', 'hex');
  const open = session && (await useSession(database, tokenHash, now, config));
  if (!session || open?.userId !== session.userId) return 'expired';
  const { companyId, issuer } = provider;
  return inTenant(database, [companyId], async (sql) => {
    const identity = await findIdentity(sql, { companyId, issuer, subject: exchanged.subject });
    if (identity?.userId !== session.userId) return 'refused';
    const confirmedBy = provesSecondFactor(exchanged.claims) ? 'provider-factor' : 'single-sign-on';
    await confirmSession(sql, { tokenHash, confirmedBy, now });
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      actorKind: 'user',
      actor: session.userId,
      ip: request.ip,
      act: confirmMySignOn.name,
      outcome: 'allowed',
      detail: { by: confirmedBy },
      requestId: request.id,
    });
    return 'confirmed';
  });
}
