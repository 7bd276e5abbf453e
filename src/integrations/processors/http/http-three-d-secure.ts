import type { AuthenticationFields, ThreeDSecure } from '../three-d-secure.ts';
import type { Channel } from './channel.ts';
import { authenticationReply, completionReply } from './protocol.ts';

const unavailable: AuthenticationFields = {
  enrolmentStatus: 'UNKNOWN',
  status: 'UNAVAILABLE',
  version: '2.2.0',
  versionsAttempted: [{ version: 2, availability: 'ERROR' }],
};

/** 3-D Secure by an adapter. Without an answer an authentication is unavailable, and a completion can be repeated. */
export function httpThreeDSecure({ call, encrypt }: Channel): ThreeDSecure {
  return {
    async authenticate(request) {
      const { source, reference, scheme, lastFour, amountMinor, currency, merchantName, isMoto } = request;
      const card = 'pan' in source ? await encrypt({ pan: source.pan }) : undefined;
      if (typeof card === 'object') return { kind: 'proceed', fields: unavailable };
      // By name: what is only spread could contain the number.
      const body = {
        source: 'pan' in source ? { card } : { credential: source.credential },
        reference,
        scheme,
        lastFour,
        amountMinor,
        currency,
        merchantName,
        isMoto,
        notificationUrl: request.notificationUrl,
        merchantOrigins: request.merchantOrigins,
      };
      const answer = await call('POST', '/v1/authentications', authenticationReply, body);
      if (!('reference' in answer) || answer.reference !== request.reference)
        return { kind: 'proceed', fields: unavailable };
      const { reference: _same, ...result } = answer;
      return result;
    },
    async complete({ reference, scheme, fields, response }) {
      const path = `/v1/authentications/${encodeURIComponent(reference)}/completion`;
      const body = { reference, scheme, fields, response };
      const answer = await call('POST', path, completionReply, body);
      return answer.kind === 'done' && answer.reference === reference
        ? { kind: 'done', fields: answer.fields }
        : { kind: 'invalid' };
    },
  };
}
