import { lockEditor } from '#features/users/server/store/lock-users.ts';
import { actorOf } from '#server/audit/actor.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { saveSignOnProvider as endpoint } from '../endpoints.ts';
import { saveSignOnProvider as schemas } from '../schemas.ts';
import { companyToChange } from './company-of-request.ts';
import { ProviderFailure, discoverIssuer } from './discover-provider.ts';
import { invalidProvider, saveProviderBy } from './manage-sign-on.ts';
import { viewSignOn } from './view-sign-on.ts';

/** Discovery comes first, so that no wrong address is stored. */
export const saveSignOnProvider = handleWithoutTransaction<typeof endpoint, Services>(
  endpoint,
  schemas,
  async (ctx) => {
    const { path, body, inTenant, caller, services } = ctx;
    const { companyId } = await inTenant((sql) => companyToChange(sql, path.orgId));
    const issuer = await discoverIssuer(services, body.issuer).catch((error: unknown) => {
      throw error instanceof ProviderFailure ? invalidProvider('issuer', error.fault) : error;
    });
    return inTenant(async (sql) => {
      const maker = async () => ({ userId: caller.id, held: await lockEditor(sql, caller) });
      const change = { ...body, companyId, issuer };
      await saveProviderBy(sql, actorOf(ctx), change, { keys: services.keys, maker });
      return viewSignOn(sql, path.orgId, { caller, services });
    });
  },
);
