import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import { disconnectMySignOn as endpoint } from '../endpoints.ts';
import { disconnectMySignOn as schemas } from '../schemas.ts';
import { deleteIdentity } from './db/sso-identity.ts';
import { ownConnection, ownProvider } from './own-connection.ts';

/** A user created by the provider stays connected, because their next sign-in would be that of an unknown subject. */
export const disconnectMySignOn = handle(endpoint, schemas, async ({ sql, caller, request, now }) => {
  const own = await ownProvider(sql, caller);
  const connection = own && (await ownConnection(sql, caller, own.provider));
  if (!own || !connection?.identity) throw problems.notFound();
  if (!connection.mayDisconnect) throw new Problem(409, 'SIGN_ON_NEEDED', 'sign_on_needed');
  const { companyId, issuer } = own.provider;
  await deleteIdentity(sql, { companyId, issuer, userId: caller.id });
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: caller.organisation.id,
    act: endpoint.name,
    objectKind: 'user',
    objectId: caller.id,
    before: { issuer },
  });
  return undefined;
});
