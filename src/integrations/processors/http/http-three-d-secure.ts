import type { AuthenticationFields, AuthenticationRequest, ThreeDSecure } from '../three-d-secure.ts';
import type { Channel } from './channel.ts';
import { authenticationReply, completionReply, continuationReply } from './protocol.ts';

const unavailable: AuthenticationFields = {
  enrolmentStatus: 'UNKNOWN',
  status: 'UNAVAILABLE',
  version: '2.2.0',
  versionsAttempted: [{ version: 2, availability: 'ERROR' }],
};

/** 3-D Secure by an adapter. Without a response an authentication is unavailable, and its later steps can be repeated. */
export function httpThreeDSecure({ call, encrypt }: Channel): ThreeDSecure {
  const address = (reference: string, step: string) =>
    `/v1/authentications/${encodeURIComponent(reference)}/${step}`;
  return {
    async begin(request) {
      const { source, reference } = request;
      const card = 'pan' in source ? await encryptNumber(source) : undefined;
      if (typeof card === 'object') return { kind: 'proceed', fields: unavailable };
      const body = {
        source: 'pan' in source ? { card } : { credential: source.credential },
        ...pickFacts(request),
      };
      const answer = await call('POST', '/v1/authentications', authenticationReply, body);
      if (!('reference' in answer) || answer.reference !== reference)
        return { kind: 'proceed', fields: unavailable };
      const { reference: _same, ...result } = answer;
      return result;
    },
    async continue({ reference, scheme, fields, state, completed }) {
      const body = { reference, scheme, fields, state, completed };
      const answer = await call('POST', address(reference, 'continuation'), continuationReply, body);
      if (!('reference' in answer) || answer.reference !== reference) return { kind: 'no-response' };
      if (answer.kind === 'invalid-response') return { kind: 'invalid' };
      const { reference: _same, ...result } = answer;
      return result;
    },
    async complete({ reference, scheme, fields, state, response }) {
      const body = { reference, scheme, fields, state, response };
      const answer = await call('POST', address(reference, 'completion'), completionReply, body);
      if (!('reference' in answer) || answer.reference !== reference) return { kind: 'no-response' };
      return answer.kind === 'done' ? { kind: 'done', fields: answer.fields } : { kind: 'invalid' };
    },
  };

  function encryptNumber({ pan, expiry, holderName }: { pan: string; expiry: string; holderName?: string }) {
    return encrypt({ pan, expiry, ...(holderName === undefined ? {} : { holderName }) });
  }
}

/** By name: what is only spread could contain the number. */
const pickFacts = (request: AuthenticationRequest) => ({
  reference: request.reference,
  scheme: request.scheme,
  lastFour: request.lastFour,
  amountMinor: request.amountMinor,
  currency: request.currency,
  merchantName: request.merchantName,
  account: request.account,
  channel: request.channel,
  browser: request.browser,
  payer: request.payer,
  address: request.address,
  challenge: request.challenge,
  exemption: request.exemption,
  agreement: request.agreement,
  notificationUrl: request.notificationUrl,
  fingerprintUrl: request.fingerprintUrl,
  merchantOrigins: request.merchantOrigins,
});
