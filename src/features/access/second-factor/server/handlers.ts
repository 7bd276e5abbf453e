import { viewPolicy } from './get-security-policy.ts';
import { deviceName } from '#shared/device-name.ts';
import { loadUserById } from '#server/auth/app-user.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { seal, unseal } from '#server/auth/seal.ts';
import { readEffectivePolicy } from '#server/auth/security-policy.ts';
import { confirmSession, endSessions, newSessionToken } from '#server/auth/session-store.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { actorOf } from '#server/audit/actor.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import {
  countCodes,
  deleteCodes,
  renewCodes,
  type FactorKind,
  type FactorView,
  deleteFactor,
  insertPasskey,
  insertTotp,
  listFactors,
  lockFactors,
} from './db/second-factor.ts';
import { deleteChallenges, insertChallenge, readChallenge, useChallenge } from './db/sign-in-challenge.ts';
import { forgetDevices, listDevices } from './db/trusted-device.ts';
import { changePolicyBy } from './manage-policy.ts';
import { findGoverningOrganisation } from './db/security-policy.ts';
import { type SignInEvent, notifyOwner } from './notify-owner.ts';
import { createRegistrationOptions, verifyRegistration } from './passkeys.ts';
import { acceptedStep, describeTotp, newTotpSecret } from './totp.ts';

/** Enough for every device of a person. */
const maxPasskeys = 20;

type OwnContext = Omit<HandlerContext<Endpoint>, 'path' | 'query' | 'body'>;

export const getMySecurity = handle(
  endpoints.getMySecurity,
  schemas.getMySecurity,
  async ({ sql, caller, now }) => {
    const policy = await readEffectivePolicy(sql, caller, { now });
    const factors = await listFactors(sql, caller.id);
    const codes = await countCodes(sql, caller.id);
    const app = factors.find(({ kind }) => kind === 'totp');
    const devices = await listDevices(sql, caller.id, policy.deviceDays, now);
    return {
      totp: app ? { createdAt: app.createdAt.toISOString(), lastUsedAt: iso(app.lastUsedAt) } : null,
      passkeys: factors
        .filter(({ kind }) => kind === 'passkey')
        .map(({ factorId, name, createdAt, lastUsedAt }) => ({
          factorId,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: iso(lastUsedAt),
        })),
      recoveryCodes: { left: codes.left, createdAt: iso(codes.createdAt) },
      devices: devices.map(({ deviceId, userAgent, ip, createdAt, lastUsedAt, expiresAt }) => ({
        deviceId,
        device: deviceName(userAgent),
        ip,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      isRequired: policy.isRequired,
      isSuggested: factors.length === 0 && policy.isOffered,
    };
  },
);

export const startTotp = handle(endpoints.startTotp, schemas.startTotp, async (ctx) => {
  const { sql, caller, services, now } = ctx;
  const factors = await lockFactors(sql, caller.id);
  requireNoFactor(ctx, factors);
  if (factors.some(({ kind }) => kind === 'totp')) throw appExists();
  const user = await loadUserById(sql, caller.id);
  const secret = newTotpSecret();
  const enrolmentId = newSessionToken();
  await insertChallenge(sql, {
    token: enrolmentId,
    purpose: 'enrol-totp',
    userId: caller.id,
    now,
    sealedSecret: seal(services.keys.secondFactor, secret, caller.id),
  });
  return { enrolmentId, ...describeTotp(secret, user.userName) };
});

export const confirmTotp = handle(endpoints.confirmTotp, schemas.confirmTotp, async (ctx) => {
  const { sql, caller, services, body, now } = ctx;
  const token = body.enrolmentId;
  const started = await readChallenge(sql, { token, purpose: 'enrol-totp', now });
  if (!started?.sealedSecret || started.userId !== caller.id) throw enrolmentExpired();
  const { sealedSecret } = started;
  const factors = await lockFactors(sql, caller.id);
  requireNoFactor(ctx, factors);
  if (factors.some(({ kind }) => kind === 'totp')) throw appExists();
  const secret = unseal(services.keys.secondFactor, sealedSecret, caller.id);
  const step = acceptedStep(secret, body.code, now);
  if (step === undefined) throw new Problem(400, 'INCORRECT_CODE', 'incorrect_code');
  const isOpen = await useChallenge(sql, { token, purpose: 'enrol-totp', userId: caller.id, now });
  if (!isOpen) throw enrolmentExpired();
  await insertTotp(sql, { userId: caller.id, sealedSecret, step, now });
  return { recoveryCodes: await recordAdded(ctx, endpoints.confirmTotp, 'authenticatorAdded', factors) };
});

export const removeTotp = handle(endpoints.removeTotp, schemas.removeTotp, (ctx) =>
  removeFactor(ctx, endpoints.removeTotp, { kind: 'totp' }),
);

export const startPasskey = handle(endpoints.startPasskey, schemas.startPasskey, async (ctx) => {
  const { sql, caller, services, now } = ctx;
  requireNoFactor(ctx, await listFactors(sql, caller.id));
  const user = await loadUserById(sql, caller.id);
  const { portalUrl } = services.config;
  const options = await createRegistrationOptions(
    sql,
    { userId: caller.id, userName: user.userName, name: caller.name },
    { portalUrl, now },
  );
  return { ...options };
});

export const addPasskey = handle(endpoints.addPasskey, schemas.addPasskey, async (ctx) => {
  const { sql, caller, services, body, now } = ctx;
  const { portalUrl } = services.config;
  const factors = await lockFactors(sql, caller.id);
  requireNoFactor(ctx, factors);
  if (factors.length > maxPasskeys) throw new Problem(409, 'TOO_MANY_PASSKEYS', 'too_many_passkeys');
  const presented = { userId: caller.id, response: body.passkey };
  const passkey = await verifyRegistration(sql, presented, { portalUrl, now });
  if (!passkey) throw new Problem(400, 'PASSKEY_REFUSED', 'passkey_refused');
  const factorId = await insertPasskey(sql, { ...passkey, userId: caller.id, name: body.name, now });
  if (factorId === undefined) throw new Problem(409, 'PASSKEY_KNOWN', 'passkey_known');
  const added = { factorId, name: body.name };
  return { recoveryCodes: await recordAdded(ctx, endpoints.addPasskey, 'passkeyAdded', factors, added) };
});

export const removePasskey = handle(endpoints.removePasskey, schemas.removePasskey, (ctx) =>
  removeFactor(ctx, endpoints.removePasskey, { factorId: ctx.path.factorId }),
);

export const renewRecoveryCodes = handle(
  endpoints.renewRecoveryCodes,
  schemas.renewRecoveryCodes,
  async (ctx) => {
    const { sql, caller, services, now } = ctx;
    const factors = await lockFactors(sql, caller.id);
    if (factors.length === 0) throw new Problem(409, 'NO_SECOND_FACTOR', 'no_second_factor');
    const recoveryCodes = await renewCodes(sql, services.keys.recoveryCode, caller.id, now);
    await auditOwnChange(ctx, endpoints.renewRecoveryCodes, {});
    await notify(ctx, 'recoveryCodesRenewed');
    return { recoveryCodes };
  },
);

export const forgetDevice = handle(endpoints.forgetDevice, schemas.forgetDevice, async (ctx) => {
  const { deviceId } = ctx.path;
  // Devices of other users do not exist for the caller.
  if ((await forgetDevices(ctx.sql, ctx.caller.id, deviceId)) === 0) throw problems.notFound();
  await auditOwnChange(ctx, endpoints.forgetDevice, { objectKind: 'device', objectId: deviceId });
  return undefined;
});

export const forgetAllDevices = handle(endpoints.forgetAllDevices, schemas.forgetAllDevices, async (ctx) => {
  const forgotten = await forgetDevices(ctx.sql, ctx.caller.id);
  await auditOwnChange(ctx, endpoints.forgetAllDevices, { detail: { forgotten } });
  return { forgotten };
});

/**
 * A session that only adds a factor proved the password alone. Once the user has a factor, it may add none: otherwise
 * a stolen password could add a second factor.
 */
function requireNoFactor({ caller }: OwnContext, factors: readonly FactorView[]): void {
  if (caller.session?.isEnrolling && factors.length > 0) throw problems.enrolmentRequired();
}

/** Audits and emails a new factor. The first one brings recovery codes, which are returned once. */
async function recordAdded(
  ctx: OwnContext,
  endpoint: { name: string },
  event: SignInEvent,
  factors: readonly FactorView[],
  added: { factorId?: string; name?: string } = {},
): Promise<string[] | null> {
  const { sql, caller, services, now } = ctx;
  await auditOwnChange(ctx, endpoint, { objectKind: 'secondFactor', objectId: added.factorId, after: added });
  await notify(ctx, event, added.name);
  const confirmedBy = event === 'passkeyAdded' ? 'passkey' : 'totp';
  // The user has just proved the factor.
  if (caller.session) await confirmSession(sql, { tokenHash: caller.session.tokenHash, confirmedBy, now });
  return factors.length === 0 ? renewCodes(sql, services.keys.recoveryCode, caller.id, now) : null;
}

/**
 * Removes a factor, ends the user's other sessions and started sign-ins, and emails the user. With the last factor go recovery
 * codes and remembered devices.
 */
async function removeFactor(
  ctx: OwnContext,
  endpoint: { name: string },
  target: { kind: 'totp' } | { factorId: string },
): Promise<undefined> {
  const { sql, caller, now } = ctx;
  const factors = await lockFactors(sql, caller.id);
  const deleted = await deleteFactor(sql, caller.id, target);
  if (!deleted) throw problems.notFound();
  const kind: FactorKind = 'kind' in target ? 'totp' : 'passkey';
  if (factors.length === 1) {
    const { isRequired } = await readEffectivePolicy(sql, caller, { now });
    if (isRequired) throw new Problem(409, 'SECOND_FACTOR_NEEDED', 'second_factor_needed');
    await deleteCodes(sql, caller.id);
    await forgetDevices(sql, caller.id);
  }
  await deleteChallenges(sql, caller.id);
  if (caller.session) await endSessions(sql, caller.id, { except: caller.session.tokenHash });
  await auditOwnChange(ctx, endpoint, {
    objectKind: 'secondFactor',
    objectId: deleted.factorId,
    before: { kind, name: deleted.name },
  });
  await notify(ctx, kind === 'totp' ? 'authenticatorRemoved' : 'passkeyRemoved', deleted.name);
  return undefined;
}

function auditOwnChange(
  { sql, caller, request, now }: OwnContext,
  { name: act }: { name: string },
  event: {
    objectKind?: string;
    objectId?: string;
    before?: object;
    after?: object;
    detail?: object;
  },
): Promise<void> {
  const companyId = caller.tenantIds.length === 1 ? caller.tenantIds[0] : null;
  return auditAction(sql, { by: { caller, request, now }, companyId, act, ...event });
}

const notify = ({ sql, caller, request, now }: OwnContext, event: SignInEvent, object?: string) =>
  notifyOwner(sql, event, { userId: caller.id, ip: request.ip, now, object: object ?? '' });

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const appExists = () => new Problem(409, 'AUTHENTICATOR_EXISTS', 'authenticator_exists');
const enrolmentExpired = () => new Problem(400, 'ENROLMENT_EXPIRED', 'enrolment_expired');

export const saveSecurityPolicy = handle(
  endpoints.saveSecurityPolicy,
  schemas.saveSecurityPolicy,
  async (ctx) => {
    const { sql, caller, path, body } = ctx;
    const governing = await findGoverningOrganisation(sql, path.orgId);
    // The guard has authorised this organisation. A policy is that of the whole company.
    if (governing?.organisationId !== path.orgId) throw problems.forbidden();
    await changePolicyBy(sql, actorOf(ctx), governing, body);
    return viewPolicy(sql, caller, path.orgId);
  },
);

// Longer handlers are in separate files.
export { getSecurityPolicy } from './get-security-policy.ts';
