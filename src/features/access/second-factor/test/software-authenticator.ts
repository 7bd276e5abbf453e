import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AssertedPasskey, CreatedPasskey } from '../schemas.ts';

interface Options {
  challenge: string;
}

/** The parts of a response that a test may change. */
interface Tampering {
  origin?: string;
  rpId?: string;
  /** Without it the flag of user verification is missing. */
  isVerified?: boolean;
  challenge?: string;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** A platform authenticator in software, with one ES256 credential: WebAuthn level 2, attestation "none". */
export function softwareAuthenticator(origin = 'http://localhost:8080') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  let counter = 0;
  let handle = '';

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flags: number, rpId: string, count: number, more: Buffer): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  };
  const hostOf = (tampering: Tampering) => tampering.rpId ?? new URL(origin).hostname;

  return {
    id: credentialId.toString('base64url'),
    create(options: Options & { user: { id: string } }, tampering: Tampering = {}): CreatedPasskey {
      handle = options.user.id;
      const jwk = publicKey.export({ format: 'jwk' });
      // COSE key: EC2, ES256, P-256 and both coordinates.
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(jwk.x ?? '', 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(jwk.y ?? '', 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credentialId, cose]);
      const flags = (tampering.isVerified === false ? 0x01 : 0x05) | 0x40;
      const data = authenticatorData(flags, hostOf(tampering), counter, attested);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const client = clientData(
        'webauthn.create',
        tampering.challenge ?? options.challenge,
        tampering.origin ?? origin,
      );
      return {
        id: credentialId.toString('base64url'),
        rawId: credentialId.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options: Options, tampering: Tampering = {}): AssertedPasskey {
      counter = tampering.counter ?? counter + 1;
      const flags = tampering.isVerified === false ? 0x01 : 0x05;
      const data = authenticatorData(flags, hostOf(tampering), counter, Buffer.alloc(0));
      const client = clientData(
        'webauthn.get',
        tampering.challenge ?? options.challenge,
        tampering.origin ?? origin,
      );
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        id: credentialId.toString('base64url'),
        rawId: credentialId.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: tampering.userHandle ?? handle,
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
