import { handle } from '#server/handler.ts';
import { getMySignOn as endpoint } from '../endpoints.ts';
import { getMySignOn as schemas } from '../schemas.ts';
import { ownConnection, ownProvider } from './own-connection.ts';

export const getMySignOn = handle(endpoint, schemas, async ({ sql, caller }) => {
  const own = await ownProvider(sql, caller);
  if (!own) return { provider: null, connected: null, mayDisconnect: false };
  const { identity, mayDisconnect } = await ownConnection(sql, caller, own.provider);
  return {
    provider: { companyName: own.companyName, issuer: own.provider.issuer },
    connected: identity
      ? {
          linkedAt: identity.linkedAt.toISOString(),
          lastUsedAt: identity.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    mayDisconnect,
  };
});
