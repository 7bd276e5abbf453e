import { mayGrant } from '#features/users/grant-rules.ts';
import { lockEditor } from '#features/users/server/store/lock-users.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { Caller } from '#server/auth/caller.ts';
import { seal } from '#server/auth/seal.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { Problem } from '#shared/problem.ts';
import { saveSignOnProvider as endpoint } from '../endpoints.ts';
import { saveSignOnProvider as schemas } from '../schemas.ts';
import { companyToChange } from './company-of-request.ts';
import { loadRules, takeOverRules } from './db/sso-mapping.ts';
import { type StoredProvider, loadProvider, writeProvider } from './db/sso-provider.ts';
import { type ProviderFault, ProviderFailure, discoverProvider, secretContext } from './discover-provider.ts';
import { viewSignOn } from './view-sign-on.ts';

/** Discovery comes first, so that no wrong address is stored. A changed provider has to be tested again before it is required. */
export const saveSignOnProvider = handleWithoutTransaction<typeof endpoint, Services>(
  endpoint,
  schemas,
  async (ctx) => {
    const { path, body, inTenant, caller, services } = ctx;
    const { companyId } = await inTenant((sql) => companyToChange(sql, path.orgId));
    const { issuer } = await discovered(services, body);
    return inTenant(async (sql) => {
      const before = await loadProvider(sql, companyId, true);
      if ((before?.version ?? 0) !== body.version) throw versionConflict();
      const next = changedProvider(ctx, { before, companyId, issuer });
      // Another provider decides who gets the grants of the mapping, so its maker answers for them.
      if (next.changedAt !== before?.changedAt) await answerForRules(sql, ctx, companyId);
      if (!(await writeProvider(sql, next))) throw versionConflict();
      await auditAction(sql, {
        by: ctx,
        companyId: companyId,
        organisationId: companyId,
        act: endpoint.name,
        objectKind: 'singleSignOn',
        objectId: String(companyId),
        ...(before ? { before: audited(before) } : {}),
        after: { ...audited(next), isSecretNew: body.clientSecret !== undefined },
      });
      return viewSignOn(sql, path.orgId, { caller, services });
    });
  },
);

async function discovered(services: Services, { issuer, clientId }: { issuer: string; clientId: string }) {
  try {
    // Discovery sends no secret, so a placeholder will do.
    const found = await discoverProvider(services, { issuer, clientId, clientSecret: 'not sent' });
    return { issuer: found.serverMetadata().issuer };
  } catch (error) {
    if (error instanceof ProviderFailure) throw invalidField('issuer', error.fault);
    throw error;
  }
}

interface Change {
  body: { clientId: string; clientSecret?: string | undefined; version: number };
  services: Services;
  now: Date;
}

interface Known {
  before: StoredProvider | undefined;
  companyId: number;
  issuer: string;
}

/** The stored secret stays with its issuer and client: another issuer would receive it at the first sign-in. */
function changedProvider(
  { body, services, now }: Change,
  { before, companyId, issuer }: Known,
): StoredProvider {
  const { clientId, clientSecret, version } = body;
  if (clientSecret === undefined) {
    if (before?.issuer === issuer && before.clientId === clientId) return before;
    throw invalidField('clientSecret', 'client_secret_missing');
  }
  const sealedSecret = seal(services.keys.singleSignOn, Buffer.from(clientSecret), secretContext(companyId));
  return { companyId, issuer, clientId, sealedSecret, isRequired: false, changedAt: now, version };
}

/** Throws 403 unless the caller may give every grant of the mapping. */
async function answerForRules(
  sql: TenantSql,
  { caller }: { caller: Caller },
  companyId: number,
): Promise<void> {
  const held = await lockEditor(sql, caller);
  const rules = await loadRules(sql, companyId);
  if (!rules.every((rule) => mayGrant(held, rule)))
    throw new Problem(403, 'SIGN_ON_MAPPING_BEYOND', 'sign_on_mapping_beyond');
  await takeOverRules(sql, companyId, caller.id);
}

const audited = ({ issuer, clientId, isRequired }: StoredProvider) => ({ issuer, clientId, isRequired });

const invalidField = (field: string, message: ProviderFault | 'client_secret_missing') =>
  new Problem(400, 'SIGN_ON_PROVIDER', message, { fault: { field, detail: 'invalid' } });

const versionConflict = () => new Problem(409, 'SIGN_ON_CHANGED', 'version_conflict');
