import * as z from 'zod/mini';
import * as messages from './protocol.ts';
import { appleSessionReply, appleSessionRequest } from './wallet-messages.ts';
import { linesReply, reportsReply } from './settlement-messages.ts';

type Schema = z.ZodMiniType;

interface Call {
  method: 'get' | 'post' | 'delete';
  path: string;
  summary: string;
  request?: Schema;
  /** Whether a page of the answer can be asked for by the cursor of the one before. */
  isPaged?: boolean;
  /** Statuses with another meaning than a refusal. */
  statuses: Readonly<Record<number, string>>;
  reply: Schema;
}

const calls: readonly Call[] = [
  {
    method: 'get',
    path: '/v1/capabilities',
    summary: 'What the adapter offers',
    statuses: { 200: 'Capabilities' },
    reply: messages.capabilitiesReply,
  },
  {
    method: 'post',
    path: '/v1/operations',
    summary: 'Runs an operation once for its reference',
    request: messages.operationRequest,
    statuses: { 200: 'The final result', 202: 'The result comes later' },
    reply: messages.sendReply,
  },
  {
    method: 'get',
    path: '/v1/operations/{reference}',
    summary: 'The result of an operation',
    statuses: { 200: 'The final result', 202: 'The result comes later', 404: 'It has not arrived' },
    reply: messages.lookupReply,
  },
  {
    method: 'post',
    path: '/v1/operations/{reference}/invalidate',
    summary: 'Refuses the operation from now on, unless it has arrived',
    request: messages.invalidateRequest,
    statuses: { 200: 'Forbidden, or the final result', 202: 'It has arrived; the result comes later' },
    reply: messages.invalidateReply,
  },
  {
    method: 'post',
    path: '/v1/cards',
    summary: 'Keeps a card; no money moves',
    request: messages.cardRequest,
    statuses: { 200: 'The credential of the card' },
    reply: messages.cardReply,
  },
  {
    method: 'delete',
    path: '/v1/cards/{credential}',
    summary: 'Forgets a card',
    statuses: { 200: 'It is not there any more' },
    reply: messages.forgetReply,
  },
  {
    method: 'post',
    path: '/v1/apple-pay-sessions',
    summary: 'Opens a session at Apple for a payment page; of adapters that have `applePay`',
    request: appleSessionRequest,
    statuses: { 200: 'The session, or why there is none' },
    reply: appleSessionReply,
  },
  {
    method: 'post',
    path: '/v1/authentications',
    summary: 'Authenticates the card holder by 3-D Secure',
    request: messages.authenticationRequest,
    statuses: { 200: 'The result, or what the browser must do: a fingerprint or a challenge' },
    reply: messages.authenticationReply,
  },
  {
    method: 'post',
    path: '/v1/authentications/{reference}/continuation',
    summary: 'Continues after a fingerprint; the first answer is repeated',
    request: messages.continuationRequest,
    statuses: { 200: 'The result, the challenge, or that the state is not of this authentication' },
    reply: messages.continuationReply,
  },
  {
    method: 'post',
    path: '/v1/authentications/{reference}/completion',
    summary: 'The result of a challenge, as the 3-D Secure server has it',
    request: messages.completionRequest,
    statuses: { 200: 'The result, or that the response is not the issuer’s' },
    reply: messages.completionReply,
  },
  {
    method: 'post',
    path: '/v1/disputes/{dispute}/form',
    summary: 'What the processor takes as evidence of a dispute now',
    request: messages.disputeFormRequest,
    statuses: { 200: 'The form, or why there is none' },
    reply: messages.evidenceFormReply,
  },
  {
    method: 'post',
    path: '/v1/disputes/{dispute}/accept',
    summary: 'Accepts a dispute once for its key',
    request: messages.acceptDisputeRequest,
    statuses: { 200: 'Done, or refused' },
    reply: messages.disputeReply,
  },
  {
    method: 'post',
    path: '/v1/disputes/{dispute}/submit',
    summary: 'Sends the evidence of a dispute once for its key',
    request: messages.submitEvidenceRequest,
    statuses: { 200: 'Done, or refused' },
    reply: messages.disputeReply,
  },
  {
    method: 'get',
    path: '/v1/settlements',
    summary: 'The settlement reports after a cursor, in order; of adapters that have some',
    isPaged: true,
    statuses: { 200: 'Names of reports' },
    reply: reportsReply,
  },
  {
    method: 'get',
    path: '/v1/settlements/{report}',
    summary: 'The lines of a settlement report, the same in every call',
    isPaged: true,
    statuses: { 200: 'A page of lines' },
    reply: linesReply,
  },
];

const refusals = {
  400: 'invalid: the request is malformed',
  409: 'in-progress: the reference is being processed',
  422: 'different: the reference had another body',
  429: 'not-sent: too many requests',
  503: 'not-sent: the processor cannot be reached',
};

/** docs/adapter-protocol.openapi.json: OpenAPI 3.1 of the adapter protocol, from its schemas. */
export function protocolDocument(): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call) };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Adapter protocol of Countinghouse',
      version: String(messages.protocolVersion),
      description:
        'A service with these calls is a processor. Requests and answers are signed as Standard Webhooks, with one id, which names ' +
        'method and path. Amounts are minor units of ISO 4217. A card is a compact JWE. See docs/processors.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://adapter.example', description: 'The address of the connection' }],
    paths,
    webhooks: {
      events: {
        post: {
          operationId: 'postEvents',
          summary: 'Events, to the address of the connection at the gateway',
          parameters: signature,
          requestBody: bodyOf(messages.eventsRequest),
          responses: { 200: { description: 'Stored. An event that is repeated has the same eventId' } },
        },
      },
    },
    components: {
      schemas: {
        Refusal: schemaOf(messages.refusalReply),
        Card: { ...schemaOf(messages.cardPayload), description: 'The text of the JWE of a card' },
        Wallet: {
          ...schemaOf(messages.walletPayload),
          description: "The text of the JWE of a wallet's token",
        },
        SecurityCode: {
          ...schemaOf(messages.cv2Payload),
          description: 'The text of the JWE beside a credential',
        },
        CardNumber: {
          ...schemaOf(messages.panPayload),
          description: 'The text of the JWE of an authentication',
        },
      },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const signature = [
  header('webhook-id', 'req_{32 hexadecimal digits}_{first 32 digits of SHA-256 of "METHOD path"}'),
  header('webhook-timestamp', 'Seconds since 1970; at most five minutes off'),
  header('webhook-signature', 'v1,{base64 of HMAC-SHA-256 of "id.timestamp.body"}'),
];

const after = {
  name: 'after',
  in: 'query',
  required: false,
  description: 'The cursor of the page before',
  schema: { type: 'string' },
};

function operationOf({ method, path, summary, request, isPaged = false, statuses, reply }: Call): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const words = path.replaceAll(/\{|\}|\/v1/g, '').split('/');
  const content = { 'application/json': { schema: schemaOf(reply) } };
  const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  return {
    operationId: method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    summary,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(isPaged ? [after] : []),
      ...signature,
    ],
    ...(request ? { requestBody: bodyOf(request) } : {}),
    responses: Object.fromEntries([
      ...Object.entries(statuses).map(([status, description]) => [status, { description, content }]),
      ...Object.entries(refusals).map(([status, description]) => [status, { description, content: refusal }]),
    ]),
  };
}

const bodyOf = (schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema: schemaOf(schema) } },
});

function schemaOf(schema: Schema): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
