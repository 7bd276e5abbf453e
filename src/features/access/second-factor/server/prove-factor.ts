import type { Sql } from '#database/connection.ts';
import { isBreakGlassOpen } from '#server/auth/step-up.ts';
import { unseal } from '#server/auth/seal.ts';
import type { CoreServices } from '#server/core-services.ts';
import { isTotpCode } from './recovery-code.ts';
import type { AssertedPasskey } from '../schemas.ts';
import { useCode, listFactors, loadTotp, useStep } from './db/second-factor.ts';
import type { ChallengePurpose } from './db/sign-in-challenge.ts';
import { verifyAssertion } from './passkeys.ts';
import { acceptedStep } from './totp.ts';

/** A code of the app or a recovery code, or the response of a passkey. */
export type PresentedFactor = { code: string } | { passkey: AssertedPasskey };

export type ProvenFactor = { by: 'totp' | 'passkey' } | { by: 'recovery-code'; codesLeft: number };

interface Proving {
  services: Pick<CoreServices, 'config' | 'keys'>;
  userId: string;
  /** The purpose of a passkey's challenge. */
  purpose: ChallengePurpose;
  now: Date;
}

/** Checks a factor of this user and uses it up: neither a code nor a challenge works twice. Undefined: wrong. */
export async function proveFactor(
  sql: Sql,
  presented: PresentedFactor,
  { services: { config, keys }, userId, purpose, now }: Proving,
): Promise<ProvenFactor | undefined> {
  if ('passkey' in presented) {
    const proof = { userId, purpose, response: presented.passkey };
    const passkey = await verifyAssertion(sql, proof, { portalUrl: config.portalUrl, now });
    return passkey && { by: 'passkey' };
  }
  const { code } = presented;
  if (!isTotpCode(code)) {
    const remaining = await useCode(sql, keys.recoveryCode, { userId, code, now });
    return remaining === undefined ? undefined : { by: 'recovery-code', codesLeft: remaining };
  }
  const app = await loadTotp(sql, userId);
  if (!app) return undefined;
  const step = acceptedStep(unseal(keys.secondFactor, app.sealedSecret, userId), code, now);
  return step !== undefined && (await useStep(sql, app.factorId, step, now)) ? { by: 'totp' } : undefined;
}

/** The second step that a sign-in with the correct password needs; none during an emergency access. */
export async function listFactorsForSignIn(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<{ kinds: ('totp' | 'passkey')[]; isBreakGlass: boolean }> {
  const kinds = [...new Set((await listFactors(sql, userId)).map(({ kind }) => kind))];
  return { kinds, isBreakGlass: await isBreakGlassOpen(sql, userId, now) };
}
