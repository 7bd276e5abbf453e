import { eventTypes, testEvent } from '#features/outbound/webhooks/event-types.ts';
import { type Components, type JsonSchema, refTo } from './json-schema.ts';
import { eventSchemas, messages } from './messages.ts';

type Ref = Pick<JsonSchema, '$ref'>;

/** A request that we send, with the receiver's response. */
interface Message {
  operationId: string;
  tags?: string[];
  summary: string;
  description?: string;
  parameters: Ref[];
  security: [];
  requestBody: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<
    string,
    { description: string; content?: { 'application/json': { schema: JsonSchema } } }
  >;
}

const buildHeader = (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** Headers of what we send, by component. */
export const messageHeaders = {
  WebhookId: buildHeader('webhook-id', 'The id of the event. Copies have the same one.'),
  WebhookTimestamp: buildHeader('webhook-timestamp', 'Seconds since 1970.'),
  WebhookSignature: buildHeader(
    'webhook-signature',
    'Signatures of Standard Webhooks, `v1,` and Base64, separated by spaces. Two while a previous secret is valid.',
  ),
  NotificationId: buildHeader(
    'x-countinghouse-notification',
    'The id of the message. Copies have the same one.',
  ),
  CallbackId: buildHeader('x-countinghouse-callback', 'The id of the callback. A repeated one has the same.'),
  InstallationId: buildHeader('x-countinghouse-installation', 'The installation whose secret signs.'),
  Timestamp: buildHeader(
    'x-countinghouse-timestamp',
    'Seconds since 1970. Reject what is over five minutes off.',
  ),
  Signature: buildHeader(
    'x-countinghouse-signature',
    '`v1=` and the hexadecimal HMAC-SHA-256 of timestamp, full stop and body. Two while a previous secret is valid, separated by a comma and a space.',
  ),
};
type HeaderName = keyof typeof messageHeaders;

const referToHeaders = (...names: HeaderName[]): Ref[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
const buildBody = (schema: JsonSchema) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});
const acknowledged = {
  '2XX': { description: 'Received.' },
  '4XX': { description: 'The message is sent again later, as after every other status.' },
};

const schemaNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(eventSchemas).flatMap(([name, types]) => types.map((type) => [type, name])),
  [testEvent, 'TestEvent'],
]);

/** `webhooks` of the document: a request for each type of event. */
export function describeWebhooks(): Record<string, { post: Message }> {
  return Object.fromEntries(
    [...eventTypes, testEvent].map((type) => [
      type,
      {
        post: {
          operationId: `on${type.split('.').map(capitalise).join('')}`,
          tags: ['Notifications'],
          summary: type === testEvent ? 'A test event, sent by a user' : `The event ${type}`,
          parameters: referToHeaders(
            'WebhookId',
            'WebhookTimestamp',
            'WebhookSignature',
            'NotificationId',
            'Timestamp',
            'Signature',
          ),
          security: [],
          requestBody: buildBody(refTo(schemaNames[type] ?? '')),
          responses: acknowledged,
        },
      },
    ]),
  );
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const buildDecision = (operationId: string, summary: string, response: keyof typeof messages): Message => ({
  operationId,
  summary,
  description: 'Respond within five seconds. Only PROCEED continues the payment.',
  parameters: referToHeaders('CallbackId', 'InstallationId', 'Timestamp', 'Signature'),
  security: [],
  requestBody: buildBody(refTo('CallbackRequest')),
  responses: {
    200: { description: 'The decision.', content: { 'application/json': { schema: refTo(response) } } },
    '4XX': { description: 'No decision: the payment is cancelled (C104, C103).' },
  },
});
const buildNotification = (operationId: string, summary: string): Message => ({
  operationId,
  summary,
  parameters: referToHeaders('NotificationId', 'InstallationId', 'Timestamp', 'Signature'),
  security: [],
  requestBody: buildBody(refTo('Notification')),
  responses: acknowledged,
});

const callbackMessages = {
  preAuthCallback: buildDecision(
    'beforeAuthorisation',
    'Asks whether to send a payment to the processor',
    'PreAuthCallbackResponse',
  ),
  postAuthCallback: buildDecision(
    'afterAuthorisation',
    'Asks whether to keep an approved payment',
    'PostAuthCallbackResponse',
  ),
  transactionNotification: buildNotification(
    'onTransactionEnd',
    'The result of the transaction or of a follow-up',
  ),
  expiryNotification: buildNotification('onExpiry', 'An authorisation or a suspended payment has expired'),
};

/** Where a request names addresses: a payment in `callbacks`, a payment page or link in `session`. */
const parentSuffixes = { callbacks: '', session: 'OfSession' } as const;
type CallbackParent = keyof typeof parentSuffixes;

const mapParents = <T>(describe: (parent: CallbackParent) => T[]): T[] =>
  (Object.keys(parentSuffixes) as CallbackParent[]).flatMap(describe);

/** The components of `callbacks`, for each place. Every operation has a separate id. */
export const callbackComponents = Object.fromEntries(
  mapParents((parent) =>
    Object.entries(callbackMessages)
      // Authorisations of payment pages have no notification of their expiry.
      .filter(([name]) => parent === 'callbacks' || name !== 'expiryNotification')
      .map(([name, post]) => [
        name + parentSuffixes[parent],
        {
          [`{$request.body#/${parent}/${name}/url}`]: {
            post: { ...post, operationId: post.operationId + parentSuffixes[parent] },
          },
        },
      ]),
  ),
);

/** `callbacks` of a call whose request names addresses; nothing for others. */
export function describeCallbacks(request: JsonSchema | undefined): { callbacks?: Record<string, Ref> } {
  const declared = mapParents((parent) =>
    Object.keys(request?.properties?.[parent]?.properties ?? {})
      .filter((name) => name in callbackMessages)
      .map((name) => [name, { $ref: `#/components/callbacks/${name}${parentSuffixes[parent]}` }] as const),
  );
  return declared.length === 0 ? {} : { callbacks: Object.fromEntries(declared) };
}

/** Lists show events with the fields of their type; the contract has only the common ones. */
export function nameEvents(schemas: Components): void {
  const eventNames = Object.keys(eventSchemas);
  schemas['WebhookEvent'] = { oneOf: eventNames.map(refTo) };
}
