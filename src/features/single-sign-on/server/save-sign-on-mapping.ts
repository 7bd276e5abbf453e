import { lockEditor } from '#features/users/server/lock-users.ts';
import { actorOf } from '#server/audit/actor.ts';
import { handle } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import { saveSignOnMapping as endpoint } from '../endpoints.ts';
import { saveSignOnMapping as schemas } from '../schemas.ts';
import { companyToChange } from './company-of-request.ts';
import { loadProvider } from './db/sso-provider.ts';
import { changeMappingBy } from './manage-sign-on.ts';
import { viewSignOn } from './view-sign-on.ts';

/** Replaces the mapping. The caller is the maker of the rules that change. */
export const saveSignOnMapping = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, services } = ctx;
  const { companyId } = await companyToChange(sql, path.orgId);
  const held = await lockEditor(sql, caller);
  const provider = await loadProvider(sql, companyId, true);
  if (!provider) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
  if (provider.version !== body.version) throw problems.versionConflict('SIGN_ON_CHANGED');
  const maker = () => Promise.resolve({ userId: caller.id, held });
  await changeMappingBy(sql, actorOf(ctx), { provider, rules: body.rules }, maker);
  return viewSignOn(sql, path.orgId, { caller, services });
});
