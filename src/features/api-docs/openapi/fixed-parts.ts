import { reasonCodes, reasonText } from '#features/payments/reason-codes.ts';
import { adviseMerchant } from '#shared/payments/declines.ts';
import { refTo } from './json-schema.ts';

const refusal = (description: string, headers: object = {}) => ({
  description,
  ...(Object.keys(headers).length > 0 ? { headers } : {}),
  content: { 'application/json': { schema: refTo('Refusal') } },
});
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** Refusals that every call can return, by status. */
const shared = {
  401: ['Unauthenticated', refusal('The API key is missing or not valid (V111).')],
  403: [
    'Forbidden',
    refusal('The key may not use this call or installation (V103), or this address (V101).'),
  ],
  413: ['TooLarge', refusal('The body is larger than 1 MB.')],
  415: ['UnsupportedType', refusal('The body is not JSON.')],
  429: [
    'TooManyRequests',
    refusal('Too many requests. Try again after the time in Retry-After.', retryAfter),
  ],
  500: ['InternalError', refusal('An error of ours (E100). Repeat with the same Idempotency-Key.')],
  503: [
    'Busy',
    refusal('Busy, or the database is away. Try again after the time in Retry-After.', retryAfter),
  ],
} as const;

export const sharedResponses = Object.fromEntries(
  Object.entries(shared).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** The components that do not come from contracts. */
export const fixedComponents = {
  securitySchemes: {
    basic: { type: 'http', scheme: 'basic', description: 'The API id and the secret of a key.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The secret of a key.' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Up to 255 characters of your own. The same key with the same body returns the first response for a day and does nothing again; with another body it is 422.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    RequestId: {
      description: 'The id of this request. Quote it when you ask for help.',
      schema: { type: 'string' },
    },
    Replayed: {
      description: 'true: this is the first response to the same Idempotency-Key.',
      schema: { type: 'string', const: 'true' },
    },
    RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  },
  responses: Object.fromEntries(Object.values(shared)),
};

/** The meaning of every reason code, and whether another attempt can help. */
export function describeReasonCodes() {
  return Object.fromEntries(
    reasonCodes.toSorted().map((code) => {
      const advice = adviseMerchant({ reasonCode: code }, new Date(0));
      return [
        code,
        { text: reasonText(code), ...(advice ? { side: advice.side, retry: advice.retry } : {}) },
      ];
    }),
  );
}
