import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { CallFailure } from '#web/call/call-failure.ts';
import type { AssertedPasskey, CreatedPasskey } from '../schemas.ts';

/** The browser supports WebAuthn. Whether the user has a passkey shows only when one is requested. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** The library loads with the first ceremony only: the sign-in stays light (docs/decisions/0076). */
const library = () => import('@simplewebauthn/browser');

/** Creates a passkey. Throws passkey_cancelled or passkey_exists. */
export async function createPasskey(options: object): Promise<CreatedPasskey> {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await withReadableError(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports } = response;
  const knownTransports = (transports ?? []) as NonNullable<CreatedPasskey['response']['transports']>;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports: knownTransports },
  };
}

/** Proves a passkey of the user's choice. Throws passkey_cancelled. */
export async function signWithPasskey(options: object): Promise<AssertedPasskey> {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await withReadableError(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  };
}

async function withReadableError<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const { name } = error as Error;
    throw new CallFailure(400, '', name === 'InvalidStateError' ? 'passkey_known' : 'passkey_cancelled');
  }
}
