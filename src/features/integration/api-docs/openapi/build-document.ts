import type { RecordedExample, RecordedExamples } from '../examples/example-request.ts';
import { type ServedEndpoint, parseRoute, programForUrl } from '#shared/define-endpoint.ts';
import { fieldTexts, names, refusal } from './components.ts';
import {
  type Components,
  type JsonSchema,
  describeFields,
  hideFields,
  refTo,
  requireFields,
  isEmptySchema,
  toJsonSchema,
} from './json-schema.ts';
import {
  callbackComponents,
  describeCallbacks,
  describeWebhooks,
  messageHeaders,
  nameEvents,
} from './messages-to-merchants.ts';
import { messages } from './messages.ts';
import { type ApiOperation, operations, tags } from './operations.ts';
import { reasonCodes, reasonText } from '#shared/payments/reason-codes.ts';
import { adviseMerchant } from '#shared/payments/declines.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}
type Ref = Pick<JsonSchema, '$ref'>;
interface Content {
  content: { 'application/json': { schema: JsonSchema; example?: unknown } };
}
export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: (Parameter | Ref)[];
  requestBody?: Content & { required: boolean };
  callbacks?: Record<string, Ref>;
  responses: Record<
    string,
    ({ description: string; headers?: Record<string, Ref> } & Partial<Content>) | Ref
  >;
}

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  security: object[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: ReturnType<typeof describeWebhooks>;
  components: typeof fixedComponents & { callbacks: typeof callbackComponents; schemas: Components };
  'x-reason-codes': object;
}

/** The merchant API's route of an endpoint; undefined for the portal's and for the payment page's own requests. */
export function parseMerchantRoute(call: ServedEndpoint): ReturnType<typeof parseRoute> | undefined {
  if ('access' in call.auth && call.auth.access === 'public') return undefined;
  return [call.route, ...(call.merchantRoute ? [call.merchantRoute] : [])]
    .map(parseRoute)
    .find(({ url }) => programForUrl(url) === 'gateway');
}

/** OpenAPI 3.1 of the merchant API, from the contracts and operations.ts. */
export function buildApiDocument(
  contracts: readonly ServedEndpoint[],
  {
    version,
    checkoutUrl,
    examples = {},
  }: { version: string; checkoutUrl: string; examples?: RecordedExamples },
): ApiDocument {
  const schemas: Components = {};
  for (const schema of [refusal, ...Object.values(messages)]) toJsonSchema(schema, names, schemas);
  const paths: ApiDocument['paths'] = {};
  const byName = new Map(contracts.map((call) => [call.name, call]));
  // In the order of the reference.
  for (const [name, about] of Object.entries(operations)) {
    const call = byName.get(name);
    const route = call && parseMerchantRoute(call);
    if (!call || !route) continue;
    const method = route.method.toLowerCase();
    paths[route.url] = {
      ...paths[route.url],
      [method]: describeCall(call, about, schemas, examples[name]),
    };
  }
  nameEvents(schemas);
  for (const [name, texts] of Object.entries(fieldTexts)) describeFields(schemas[name] ?? {}, texts, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countinghouse merchant API',
      version,
      description: 'Payments, payment pages, links, schedules and reports. The guide is at /docs.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: checkoutUrl, description: 'The gateway' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ basic: [] }, { bearer: [] }],
    paths,
    webhooks: describeWebhooks(),
    components: {
      ...fixedComponents,
      parameters: { ...fixedComponents.parameters, ...messageHeaders },
      callbacks: callbackComponents,
      schemas,
    },
    'x-reason-codes': describeReasonCodes(),
  };
}

const statusTexts: Readonly<Record<string, string>> = {
  400: 'Rejected. `reasonCode` has the reason.',
  404: 'The object does not exist (A400, V105).',
  409: 'Not possible in the current state, or while the first request with the Idempotency-Key is in progress.',
  422: 'The Idempotency-Key was used for another request.',
};

function describeCall(
  call: ServedEndpoint,
  about: ApiOperation,
  schemas: Components,
  example: RecordedExample | undefined,
): DocumentedOperation {
  const response = toJsonSchema(call.response, names, schemas);
  const isEmpty = isEmptySchema(call.response);
  const buildJsonContent = (schema: JsonSchema, more: { example?: unknown } = {}) => ({
    content: { 'application/json': { schema, ...more } },
  });
  const shapes = { ...about.refusals, ...(about.isRepeatable ? { 409: 'Refusal', 422: 'Refusal' } : {}) };
  const refusals = Object.entries(shapes).map(([status, shape]) => [
    status,
    {
      description: statusTexts[status] ?? '',
      ...buildJsonContent(shape === 'response' ? { anyOf: [response, refTo('Refusal')] } : refTo('Refusal')),
    },
  ]);
  return {
    operationId: call.name,
    tags: [about.tag],
    summary: call.summary,
    ...(about.description ? { description: about.description } : {}),
    parameters: [
      ...describeParameters(call, 'path', schemas),
      ...describeParameters(call, 'query', schemas),
      ...(about.isRepeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...describeBody(call, about, schemas, example?.body),
    ...describeCallbacks(schemas[about.request?.name ?? '']),
    responses: {
      [about.success ?? 200]: {
        description: about.success === 201 ? 'Done or pending: read the outcome.' : 'Done.',
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...callLimits,
          ...(about.isRepeatable ? { 'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' } } : {}),
        },
        ...(isEmpty ? {} : buildJsonContent(response, example && { example: example.response })),
      },
      ...Object.fromEntries(refusals),
      ...sharedResponses,
    },
  };
}

/** The request's body as a separate component. Follow-ups without fields have no body. */
function describeBody(
  { body }: ServedEndpoint,
  { request }: ApiOperation,
  schemas: Components,
  example: unknown,
): Pick<DocumentedOperation, 'requestBody'> {
  if (!body || !request) return {};
  const { name, required, texts = {}, hidden = [] } = request;
  const schema = toJsonSchema(body, names, schemas);
  schemas[name] = schema;
  hideFields(schema, hidden, schemas);
  requireFields(schema, required, schemas);
  describeFields(schema, texts, schemas);
  return {
    requestBody: {
      required: required.length > 0,
      content: {
        'application/json': { schema: refTo(name), ...(example === undefined ? {} : { example }) },
      },
    },
  };
}

function describeParameters(
  call: ServedEndpoint,
  location: 'path' | 'query',
  schemas: Components,
): Parameter[] {
  const part = call[location];
  if (!part) return [];
  const { properties = {}, required = [] } = toJsonSchema(part, names, schemas);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }));
}

const describeRefusal = (description: string, headers: object = {}) => ({
  description,
  ...(Object.keys(headers).length > 0 ? { headers } : {}),
  content: { 'application/json': { schema: refTo('Refusal') } },
});
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const callLimits = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

/** Refusals that every call can return, by status. */
const shared = {
  401: ['Unauthenticated', describeRefusal('The API key is missing or not valid (V111).', callLimits)],
  403: [
    'Forbidden',
    describeRefusal('The key may not use this call or installation (V103), or this address (V101).'),
  ],
  413: ['TooLarge', describeRefusal('The body is larger than 1 MB.')],
  415: ['UnsupportedType', describeRefusal('The body is not JSON.')],
  429: [
    'TooManyRequests',
    describeRefusal('Too many requests. Try again after the time in Retry-After.', {
      ...retryAfter,
      ...callLimits,
    }),
  ],
  500: [
    'InternalError',
    describeRefusal('An internal error (E100). Repeat the request with the same Idempotency-Key.'),
  ],
  503: [
    'Busy',
    describeRefusal('Busy, or the database is away. Try again after the time in Retry-After.', retryAfter),
  ],
} as const;

const sharedResponses = Object.fromEntries(
  Object.entries(shared).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** The components that do not come from contracts. */
const fixedComponents = {
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
        'Up to 255 characters. For a day, the same key with the same body returns the first response without a second effect. With another body it is 422.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    RequestId: {
      description: 'The id of this request. Quote it to support.',
      schema: { type: 'string' },
    },
    Replayed: {
      description: 'true: this is the first response to the same Idempotency-Key.',
      schema: { type: 'string', const: 'true' },
    },
    RateLimit: {
      description:
        'What is left of each limit: `"calls";r=99` more calls of the key can be in flight now, and `"searches";r=9;t=1` more searches are possible within `t` seconds. 401 and 429 name what is left of `wrong-secrets`.',
      schema: { type: 'string' },
    },
    RateLimitPolicy: {
      description:
        'The limits as in draft-ietf-httpapi-ratelimit-headers: `"calls";q=100;qu="concurrent-requests"` of a key in flight, `"searches";q=10;w=1` in a window of `w` seconds.',
      schema: { type: 'string' },
    },
    RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  },
  responses: Object.fromEntries(Object.values(shared)),
};

/** The meaning of every reason code, and whether another attempt can help. */
function describeReasonCodes() {
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
