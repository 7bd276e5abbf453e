import { assertionOptions } from '#features/second-factor/server/passkeys.ts';
import { authenticateUser } from '#server/auth/authenticate.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { minuteMs } from '#server/clock.ts';
import { handlePublic } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import { getPasskeyOptions as endpoint } from '../endpoints.ts';
import { getPasskeyOptions as schemas } from '../schemas.ts';
import { userOfStep } from './sign-in/second-step.ts';

/** Challenges that one address may request in a minute. Each is stored until it is used or expires. */
const addressLimit = 60;

export const getPasskeyOptions = handlePublic(endpoint, schemas, async ({ body, request, services, now }) => {
  const { config, database } = services;
  const attempts = await countAttempt(database, `passkey:address:${request.ip}`, minuteMs, now);
  if (attempts > addressLimit) throw problems.tooManyRequests(60);
  const ceremony = { portalUrl: config.portalUrl, now };
  if (body.purpose === 'sign-in') {
    // Names no user: whether an account has passkeys must not show before sign-in.
    return { ...(await assertionOptions(database, { userId: null, purpose: 'passkey-sign-in' }, ceremony)) };
  }
  if (body.purpose === 'step-up') {
    const { id } = await authenticateUser(request, services, now);
    return { ...(await assertionOptions(database, { userId: id, purpose: 'passkey-step-up' }, ceremony)) };
  }
  const { user } = await userOfStep({ services, request, now });
  const known = { userId: user.userId, purpose: 'passkey-second-factor' } as const;
  return { ...(await assertionOptions(database, known, ceremony)) };
});
