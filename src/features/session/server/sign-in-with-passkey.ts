import { verifiedAssertion } from '#features/second-factor/server/passkeys.ts';
import { handlePublic } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import { signInWithPasskey as endpoint } from '../endpoints.ts';
import { signInWithPasskey as schemas } from '../schemas.ts';
import { mustChangePassword } from '../sign-in.ts';
import { openSession } from './sign-in/open-session.ts';
import { isLocked } from './sign-in/prove-password.ts';
import { countFailureOfAddress, refuseBusyAddress } from './sign-in/sign-in-attempts.ts';
import { buildLoginResult, userById } from './db/app-user.ts';

/** A passkey with user verification is both factors: possession, and a fingerprint or PIN. */
export const signInWithPasskey = handlePublic(endpoint, schemas, async (ctx) => {
  const { body, request, services, now } = ctx;
  const { config, database } = services;
  await refuseBusyAddress(ctx);
  const presented = { userId: null, purpose: 'passkey-sign-in', response: body.passkey } as const;
  const passkey = await verifiedAssertion(database, presented, { portalUrl: config.portalUrl, now });
  if (!passkey) {
    await countFailureOfAddress(ctx);
    throw new Problem(401, 'PASSKEY_REFUSED', 'passkey_refused');
  }
  const user = await userById(database, passkey.userId);
  if (!user.active) throw problems.accountInactive();
  if (isLocked(user, now)) throw problems.accountLocked();
  // The same as with a password: no session before a new password.
  if (mustChangePassword(user.lockedReason)) return buildLoginResult(database, user);
  const signIn = { services, request, act: endpoint.name, now };
  return openSession(signIn, user, { confirmedBy: 'passkey', detail: { by: 'passkey' } });
});
