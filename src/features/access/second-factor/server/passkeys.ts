import type { Sql } from '#database/connection.ts';
import type { AssertedPasskey, CreatedPasskey } from '../schemas.ts';
import { type Passkey, findPasskey, listPasskeys, usePasskey } from './db/second-factor.ts';
import {
  type ChallengePurpose,
  challengeMinutes,
  insertChallenge,
  useChallenge,
} from './db/sign-in-challenge.ts';

/** Loaded when a passkey is used: it would be a fifth of what a process loads at its start. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** The exact origin, and its host as the relying party. */
const relyingParty = (portalUrl: string) => {
  const { origin, hostname } = new URL(portalUrl);
  return { origin, hostname };
};

const timeout = challengeMinutes * 60_000;

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The user's id as bytes: the authenticator returns it with a sign-in. */
const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

interface Ceremony {
  portalUrl: string;
  now: Date;
}

/** Options for a new passkey: discoverable and with user verification, so that it can sign in alone. */
export async function createRegistrationOptions(
  sql: Sql,
  { userId, userName, name }: { userId: string; userName: string; name: string },
  { portalUrl, now }: Ceremony,
) {
  const { generateRegistrationOptions } = await loadWebauthn();
  const registered = await listPasskeys(sql, userId);
  const options = await generateRegistrationOptions({
    rpName: 'Countinghouse',
    rpID: relyingParty(portalUrl).hostname,
    userID: new Uint8Array(userHandle(userId)),
    userName,
    userDisplayName: name,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: registered.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await insertChallenge(sql, { token: options.challenge, purpose: 'enrol-passkey', userId, now });
  return options;
}

/** The verified credential; undefined when anything in the response differs from the request. */
export async function verifyRegistration(
  sql: Sql,
  { userId, response }: { userId: string; response: CreatedPasskey },
  { portalUrl, now }: Ceremony,
): Promise<Omit<Passkey, 'factorId' | 'userId'> | undefined> {
  const party = relyingParty(portalUrl);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await orUndefined(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (token) => useChallenge(sql, { token, purpose: 'enrol-passkey', userId, now }),
      expectedOrigin: party.origin,
      expectedRPID: party.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  );
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const transports = response.response.transports ?? [];
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** Options to prove a passkey; without a user any discoverable passkey of this site can respond. */
export async function createAssertionOptions(
  sql: Sql,
  { userId, purpose }: { userId: string | null; purpose: ChallengePurpose },
  { portalUrl, now }: Ceremony,
) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const registered = userId === null ? [] : await listPasskeys(sql, userId);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(portalUrl).hostname,
    timeout,
    userVerification: 'required',
    allowCredentials: registered.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
  await insertChallenge(sql, { token: options.challenge, purpose, userId, now });
  return options;
}

/**
 * The passkey that responded, after all checks: challenge, origin, relying party, user verification, signature, counter and
 * owner. Uses the challenge up.
 */
export async function verifyAssertion(
  sql: Sql,
  presented: { userId: string | null; purpose: ChallengePurpose; response: AssertedPasskey },
  { portalUrl, now }: Ceremony,
): Promise<Passkey | undefined> {
  const { userId, purpose, response } = presented;
  const passkey = await findPasskey(sql, response.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return undefined;
  const handle = response.response.userHandle;
  const isOwner = handle === undefined ? userId !== null : isUserHandle(handle, passkey.userId);
  if (!isOwner) return undefined;
  const party = relyingParty(portalUrl);
  const { credentialId: id, counter, publicKey, transports } = passkey;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (token) => useChallenge(sql, { token, purpose, userId, now }),
      expectedOrigin: party.origin,
      expectedRPID: party.hostname,
      requireUserVerification: true,
      credential: { id, counter, publicKey: new Uint8Array(publicKey), transports },
    }),
  );
  if (!verified?.verified) return undefined;
  const { newCounter } = verified.authenticationInfo;
  return (await usePasskey(sql, passkey, newCounter, now)) ? passkey : undefined;
}

const isUserHandle = (handle: string, userId: string): boolean =>
  Buffer.from(handle, 'base64url').equals(userHandle(userId));

/** The library throws for responses that a client has changed. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
