import { Secret, TOTP } from 'otpauth';

const issuer = 'Countinghouse';
const period = 30;

/** 20 random bytes, the length of a SHA-1 key. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

function buildTotp(secret: Uint8Array, label = ''): TOTP {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer: bytes }),
    algorithm: 'SHA1',
    digits: 6,
    period,
  });
}

/** The secret in base32 for typing, and the address in the QR code. */
export function describeTotp(secret: Uint8Array, userName: string): { secret: string; uri: string } {
  const totp = buildTotp(secret, userName);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a correct code, which may be one step early or late; undefined for a wrong code. */
export function acceptedStep(secret: Uint8Array, typed: string, now: Date): number | undefined {
  const token = typed.replaceAll(/\s/g, '');
  const timestamp = now.getTime();
  const delta = buildTotp(secret).validate({ token, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta;
}
