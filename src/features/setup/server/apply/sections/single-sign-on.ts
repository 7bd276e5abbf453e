import * as z from 'zod/mini';
import {
  saveSignOnMapping as mappingCall,
  saveSignOnProvider as providerCall,
} from '#features/single-sign-on/schemas.ts';
import { loadRules } from '#features/single-sign-on/server/db/sso-mapping.ts';
import { loadProvider } from '#features/single-sign-on/server/db/sso-provider.ts';
import {
  ProviderFailure,
  discoverIssuer,
  openSecret,
} from '#features/single-sign-on/server/discover-provider.ts';
import {
  type Maker,
  removeProviderBy,
  saveProviderBy,
  setRequirementBy,
} from '#features/single-sign-on/server/manage-sign-on.ts';
import { ApplyError } from '../apply-error.ts';
import type { ApplyRun, RunEnvironment } from '../apply-run.ts';
import { describeChange } from '../plan.ts';
import { keySchema, readSecret, secretSource } from '../section.ts';
import { applyDomains } from './sign-on-domains.ts';
import { applyMapping } from './sign-on-mapping.ts';
import { atSignOn, label, pointer } from './sign-on-problems.ts';
import { userNameKey } from '#shared/user-name.ts';
import { findUser } from '#features/users/server/manage-user.ts';
import { grantedPermissions } from '#server/auth/access-store.ts';

const { issuer, clientId } = providerCall.body.shape;
const { claim, value, roleId } = mappingCall.body.shape.rules.def.element.shape;

export const signOnSchema = z.strictObject({
  issuer: z.optional(issuer),
  clientId: z.optional(clientId),
  clientSecret: z.optional(secretSource),
  /** Each has to be verified in the portal. */
  domains: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(253))).check(z.maxLength(20))),
  /** The username whose rights limit new rules. */
  maker: z.optional(z.string().check(z.minLength(1), z.maxLength(400))),
  /** All rules: the key of an own role, or a standard role. `at` is the key of an organisation. */
  map: z.optional(
    z.array(z.strictObject({ claim, value, role: roleId, at: keySchema })).check(z.maxLength(200)),
  ),
  /** `true` only where the portal requires it already. */
  require: z.optional(z.boolean()),
});
export type GivenSignOn = z.output<typeof signOnSchema>;

/** Reads the discovery document, and takes the issuer as the document names it. */
export async function discoverGiven(environment: RunEnvironment, given: GivenSignOn): Promise<GivenSignOn> {
  if (given.issuer === undefined) return given;
  const { webClient, insecureCallbacks } = environment;
  try {
    return {
      ...given,
      issuer: await discoverIssuer({ webClient, config: { insecureCallbacks } }, given.issuer),
    };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new ApplyError(`${pointer}/issuer`, discoveryFaults[error.fault]);
  }
}

const discoveryFaults: Readonly<Record<ProviderFailure['fault'], string>> = {
  issuer_url: 'not an address of a provider',
  issuer_not_https: 'the provider needs https',
  issuer_not_public: 'the provider has no public address',
  issuer_unreachable: 'the provider cannot be reached, or has no discovery document at this address',
  issuer_mismatch: 'the discovery document names another issuer',
  issuer_incomplete: 'the discovery document lacks an endpoint with https',
};

/** Provider, domains, mapping and requirement. `null` removes the provider with its mapping. */
export async function applySignOn(run: ApplyRun, given: GivenSignOn | null): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const provider = await loadProvider(sql, companyId, true);
  plan.read(label, 'provider', provider?.version);
  if (given === null) {
    if (!provider) return;
    await removeProviderBy(sql, by, provider);
    return plan.remove(label, 'provider', `${provider.issuer}, with its mapping`);
  }
  const maker = makerOf(run, given.maker);
  if (given.domains) await applyDomains(run, given.domains);
  // A new provider takes over the rules that stay, so those that go are removed first.
  if (provider) await applyMapping(run, given.map, maker);
  await applyProvider(run, given, maker);
  if (!provider) await applyMapping(run, given.map, maker);
  await applyRequirement(run, given.require);
}

async function applyProvider(run: ApplyRun, given: GivenSignOn, maker: () => Promise<Maker>): Promise<void> {
  const { sql, by, plan, companyId, environment } = run;
  const { keys } = environment;
  const before = await loadProvider(sql, companyId);
  const place = `${pointer}/clientSecret`;
  const typed = given.clientSecret && (await readSecret(run, given.clientSecret, place));
  if (typed !== undefined && (typed === '' || typed.length > 500))
    throw new ApplyError(place, 'a client secret has 1 to 500 characters');
  const next = { issuer: given.issuer ?? before?.issuer, clientId: given.clientId ?? before?.clientId };
  if (next.issuer === undefined && next.clientId === undefined && typed === undefined) return;
  if (next.issuer === undefined) throw new ApplyError(`${pointer}/issuer`, 'a new provider needs an issuer');
  if (next.clientId === undefined)
    throw new ApplyError(`${pointer}/clientId`, 'a new provider needs a client id');
  const isSame = before?.issuer === next.issuer && before.clientId === next.clientId;
  if (!isSame && typed === undefined)
    throw new ApplyError(place, 'a new provider or client needs its own secret');
  const isSecretNew = isSame && typed !== undefined && typed !== openSecret({ keys }, before);
  if (isSame && !isSecretNew) return;
  const change = {
    companyId,
    issuer: next.issuer,
    clientId: next.clientId,
    clientSecret: typed,
    version: before?.version ?? 0,
  };
  await atSignOn('/maker', () => saveProviderBy(sql, by, change, { keys, maker }));
  if (!before) return plan.add(label, 'provider', `${change.issuer}, client ${change.clientId}`);
  const { length } = await loadRules(sql, companyId);
  const changes = [
    describeChange({ ...before, required: before.isRequired }, { ...next, required: false }),
    isSecretNew ? 'another secret' : '',
    length > 0 ? `maker of the mapping: ${given.maker ?? ''}` : '',
  ];
  plan.change(label, 'provider', changes.filter((part) => part !== '').join('; '));
}

/** Only a test sign-in in the portal shows that users can sign in afterwards. */
async function applyRequirement({ sql, by, plan, companyId }: ApplyRun, isRequired: boolean | undefined) {
  const provider = await loadProvider(sql, companyId);
  if (isRequired === undefined || isRequired === (provider?.isRequired ?? false)) return;
  if (isRequired || !provider)
    throw new ApplyError(
      `${pointer}/require`,
      'a test sign-in of this provider comes first: require single sign-on in the portal',
    );
  await setRequirementBy(sql, by, provider, false);
  plan.change(label, 'requirement', 'required: yes → no');
}

/** The user whose rights limit new rules. Read only for a change that needs one. */
function makerOf({ sql }: ApplyRun, username: string | undefined): () => Promise<Maker> {
  let known: Promise<Maker> | undefined;
  const read = async (): Promise<Maker> => {
    if (username === undefined)
      throw new ApplyError(`${pointer}/maker`, 'name the user whose rights limit the mapping');
    const user = await findUser(sql, userNameKey(username.trim().normalize('NFC')));
    if (!user?.record.active) throw new ApplyError(`${pointer}/maker`, 'no active user has this username');
    const { userId } = user.record;
    return { userId, held: await grantedPermissions(sql, userId) };
  };
  return () => (known ??= read());
}
