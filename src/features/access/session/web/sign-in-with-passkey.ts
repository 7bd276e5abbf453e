import { signWithPasskey } from '#features/access/second-factor/web/browser-passkey.ts';
import { call } from '#web/call/call.ts';
import { getPasskeyOptions, signInWithPasskey } from '../endpoints.ts';
import type { LoginResult } from '../schemas.ts';

/** Signs in with a passkey alone, which the user chooses in the browser's own dialog. */
export async function passkeySignIn(): Promise<LoginResult> {
  const options = await call(getPasskeyOptions, { body: { purpose: 'sign-in' } });
  return call(signInWithPasskey, { body: { passkey: await signWithPasskey(options) } });
}
